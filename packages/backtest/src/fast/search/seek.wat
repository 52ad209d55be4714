;; Returns the first candle from $place on, before $end, whose low is at most $below or whose high is at least $above.
;; Returns $end when no candle touches a level. The memory contains groups of eight lows and their eight highs as 32-bit
;; integers. Level 0 has groups of candles; in level 0 the eight opens and closes follow. The levels 1, 2 and 3 have
;; groups of blocks of 8, 64 and 512 candles. Each level has one more group at its end. The entries of this group are empty, so they never touch. The search
;; compares eight entries without a branch, because a search spent most of its time on mispredicted branches. This file
;; is compiled to seek-code.ts. The test seek-code.test.ts fails when the two files differ.
(module
  (import "series" "memory" (memory 1))
  (import "series" "level0" (global $level0 i32))
  (import "series" "level1" (global $level1 i32))
  (import "series" "level2" (global $level2 i32))
  (import "series" "level3" (global $level3 i32))
  (func (export "seek") (param $place i32) (param $below i32) (param $above i32) (param $end i32) (result i32)
    (local $below4 v128) (local $above4 v128) (local $at i32) (local $byte i32) (local $touched i32) (local $last i32)
    (local.set $below4 (i32x4.splat (local.get $below)))
    (local.set $above4 (i32x4.splat (local.get $above)))
    (block $found0
      (block $found1
        (block $found2
          ;; The search first goes up: it checks the rest of the group, and then the rest of the group of the next higher level.
          (local.set $at (i32.and (local.get $place) (i32.const -8)))
          ;; $touched has one bit for each of the eight entries from $at on that touches; level 0 (one candle each).
          (local.set $byte (i32.add (global.get $level0) (i32.shl (local.get $at) (i32.const 4))))
          (local.set $touched (i32.or
            (i32x4.bitmask (v128.or
              (i32x4.le_s (v128.load (local.get $byte)) (local.get $below4))
              (i32x4.ge_s (v128.load offset=32 (local.get $byte)) (local.get $above4))))
            (i32.shl
              (i32x4.bitmask (v128.or
                (i32x4.le_s (v128.load offset=16 (local.get $byte)) (local.get $below4))
                (i32x4.ge_s (v128.load offset=48 (local.get $byte)) (local.get $above4))))
              (i32.const 4))))
          ;; The entries before $place are removed.
          (local.set $touched (i32.and
            (local.get $touched)
            (i32.shl (i32.const 255) (i32.and (local.get $place) (i32.const 7)))))
          (if (local.get $touched) (then (br $found0)))
          (local.set $place (i32.add (i32.shr_u (local.get $place) (i32.const 3)) (i32.const 1)))
          (local.set $at (i32.and (local.get $place) (i32.const -8)))
          ;; $touched has one bit for each of the eight entries from $at on that touches; level 1 (8 candles each).
          (local.set $byte (i32.add (global.get $level1) (i32.shl (local.get $at) (i32.const 3))))
          (local.set $touched (i32.or
            (i32x4.bitmask (v128.or
              (i32x4.le_s (v128.load (local.get $byte)) (local.get $below4))
              (i32x4.ge_s (v128.load offset=32 (local.get $byte)) (local.get $above4))))
            (i32.shl
              (i32x4.bitmask (v128.or
                (i32x4.le_s (v128.load offset=16 (local.get $byte)) (local.get $below4))
                (i32x4.ge_s (v128.load offset=48 (local.get $byte)) (local.get $above4))))
              (i32.const 4))))
          ;; The entries before $place are removed.
          (local.set $touched (i32.and
            (local.get $touched)
            (i32.shl (i32.const 255) (i32.and (local.get $place) (i32.const 7)))))
          (if (local.get $touched) (then (br $found1)))
          (local.set $place (i32.add (i32.shr_u (local.get $place) (i32.const 3)) (i32.const 1)))
          (local.set $at (i32.and (local.get $place) (i32.const -8)))
          ;; $touched has one bit for each of the eight entries from $at on that touches; level 2 (64 candles each).
          (local.set $byte (i32.add (global.get $level2) (i32.shl (local.get $at) (i32.const 3))))
          (local.set $touched (i32.or
            (i32x4.bitmask (v128.or
              (i32x4.le_s (v128.load (local.get $byte)) (local.get $below4))
              (i32x4.ge_s (v128.load offset=32 (local.get $byte)) (local.get $above4))))
            (i32.shl
              (i32x4.bitmask (v128.or
                (i32x4.le_s (v128.load offset=16 (local.get $byte)) (local.get $below4))
                (i32x4.ge_s (v128.load offset=48 (local.get $byte)) (local.get $above4))))
              (i32.const 4))))
          ;; The entries before $place are removed.
          (local.set $touched (i32.and
            (local.get $touched)
            (i32.shl (i32.const 255) (i32.and (local.get $place) (i32.const 7)))))
          (if (local.get $touched) (then (br $found2)))
          (local.set $place (i32.add (i32.shr_u (local.get $place) (i32.const 3)) (i32.const 1)))

          ;; The search scans the highest level to its end.
          (local.set $last (i32.shr_u (i32.add (local.get $end) (i32.const 511)) (i32.const 9)))
          (local.set $at (i32.and (local.get $place) (i32.const -8)))
          ;; $touched has one bit for each of the eight entries from $at on that touches; level 3 (512 candles each).
          (local.set $byte (i32.add (global.get $level3) (i32.shl (local.get $at) (i32.const 3))))
          (local.set $touched (i32.or
            (i32x4.bitmask (v128.or
              (i32x4.le_s (v128.load (local.get $byte)) (local.get $below4))
              (i32x4.ge_s (v128.load offset=32 (local.get $byte)) (local.get $above4))))
            (i32.shl
              (i32x4.bitmask (v128.or
                (i32x4.le_s (v128.load offset=16 (local.get $byte)) (local.get $below4))
                (i32x4.ge_s (v128.load offset=48 (local.get $byte)) (local.get $above4))))
              (i32.const 4))))
          ;; The entries before $place are removed.
          (local.set $touched (i32.and
            (local.get $touched)
            (i32.shl (i32.const 255) (i32.and (local.get $place) (i32.const 7)))))
          (block $found3
            (loop $along
              (br_if $found3 (local.get $touched))
              (local.set $at (i32.add (local.get $at) (i32.const 8)))
              (if (i32.ge_s (local.get $at) (local.get $last)) (then (return (local.get $end))))
              ;; $touched has one bit for each of the eight entries from $at on that touches; level 3 (512 candles each).
              (local.set $byte (i32.add (global.get $level3) (i32.shl (local.get $at) (i32.const 3))))
              (local.set $touched (i32.or
                (i32x4.bitmask (v128.or
                  (i32x4.le_s (v128.load (local.get $byte)) (local.get $below4))
                  (i32x4.ge_s (v128.load offset=32 (local.get $byte)) (local.get $above4))))
                (i32.shl
                  (i32x4.bitmask (v128.or
                    (i32x4.le_s (v128.load offset=16 (local.get $byte)) (local.get $below4))
                    (i32x4.ge_s (v128.load offset=48 (local.get $byte)) (local.get $above4))))
                  (i32.const 4))))
              (br $along)))
          ;; The search goes down: the first touched entry covers a group of eight entries, and at least one of these entries touches.
          (local.set $at (i32.shl (i32.add (local.get $at) (i32.ctz (local.get $touched))) (i32.const 3)))
          ;; $touched has one bit for each of the eight entries from $at on that touches; level 2 (64 candles each).
          (local.set $byte (i32.add (global.get $level2) (i32.shl (local.get $at) (i32.const 3))))
          (local.set $touched (i32.or
            (i32x4.bitmask (v128.or
              (i32x4.le_s (v128.load (local.get $byte)) (local.get $below4))
              (i32x4.ge_s (v128.load offset=32 (local.get $byte)) (local.get $above4))))
            (i32.shl
              (i32x4.bitmask (v128.or
                (i32x4.le_s (v128.load offset=16 (local.get $byte)) (local.get $below4))
                (i32x4.ge_s (v128.load offset=48 (local.get $byte)) (local.get $above4))))
              (i32.const 4)))))
        ;; The search goes down: the first touched entry covers a group of eight entries, and at least one of these entries touches.
        (local.set $at (i32.shl (i32.add (local.get $at) (i32.ctz (local.get $touched))) (i32.const 3)))
        ;; $touched has one bit for each of the eight entries from $at on that touches; level 1 (8 candles each).
        (local.set $byte (i32.add (global.get $level1) (i32.shl (local.get $at) (i32.const 3))))
        (local.set $touched (i32.or
          (i32x4.bitmask (v128.or
            (i32x4.le_s (v128.load (local.get $byte)) (local.get $below4))
            (i32x4.ge_s (v128.load offset=32 (local.get $byte)) (local.get $above4))))
          (i32.shl
            (i32x4.bitmask (v128.or
              (i32x4.le_s (v128.load offset=16 (local.get $byte)) (local.get $below4))
              (i32x4.ge_s (v128.load offset=48 (local.get $byte)) (local.get $above4))))
            (i32.const 4)))))
      ;; The search goes down: the first touched entry covers a group of eight entries, and at least one of these entries touches.
      (local.set $at (i32.shl (i32.add (local.get $at) (i32.ctz (local.get $touched))) (i32.const 3)))
      ;; $touched has one bit for each of the eight entries from $at on that touches; level 0 (one candle each).
      (local.set $byte (i32.add (global.get $level0) (i32.shl (local.get $at) (i32.const 4))))
      (local.set $touched (i32.or
        (i32x4.bitmask (v128.or
          (i32x4.le_s (v128.load (local.get $byte)) (local.get $below4))
          (i32x4.ge_s (v128.load offset=32 (local.get $byte)) (local.get $above4))))
        (i32.shl
          (i32x4.bitmask (v128.or
            (i32x4.le_s (v128.load offset=16 (local.get $byte)) (local.get $below4))
            (i32x4.ge_s (v128.load offset=48 (local.get $byte)) (local.get $above4))))
          (i32.const 4)))))
    (local.set $place (i32.add (local.get $at) (i32.ctz (local.get $touched))))
    (select (local.get $place) (local.get $end) (i32.lt_s (local.get $place) (local.get $end)))))

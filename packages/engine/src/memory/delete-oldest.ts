// Limits the number of keys that a set or a map keeps.

/** Deletes the oldest keys until at most `most` keys are left. The oldest key is the key that was inserted first. */
export function deleteOldest(collection: Set<string> | Map<string, unknown>, most: number): void {
  for (const oldest of collection.keys()) {
    if (collection.size <= most) return;
    collection.delete(oldest);
  }
}

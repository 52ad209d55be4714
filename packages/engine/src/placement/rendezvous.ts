// RendezvousNode rendezvous hashing: each account ranks the nodes by a score that depends only on the account and the name and the weight of the node. When a node
// ends, only the accounts of this node get another first node.

/** A member of a ranking. */
export type RendezvousNode = { readonly name: string; readonly weight: number };

/** The rankings of some members. Of two members with one score, the member that was given first comes first. */
export type Rendezvous<Member extends RendezvousNode> = {
  /** Returns how many members come before the given member. Returns null when it is not a member. */
  positionOf(accountId: string, member: Member): number | null;
  /** Returns the first member of the account. Returns null without members. */
  first(accountId: string): Member | null;
};

/** The two halves of a hash, each an unsigned number of 32 bits. */
type Hash = { readonly high: number; readonly low: number };

/** Creates the rankings of these members. The names are hashed once. */
export function createRendezvous<Member extends RendezvousNode>(members: readonly Member[]): Rendezvous<Member> {
  const hashed = members.map((member) => ({ member, hash: hashOf(member.name) }));
  return {
    positionOf(accountId, wanted) {
      const place = members.indexOf(wanted);
      const own = hashed[place];
      if (own === undefined) return null;
      const account = hashOf(accountId);
      const ownScore = scoreOf(account, own.hash, own.member.weight);
      let position = 0;
      for (const [index, { member, hash }] of hashed.entries()) {
        const score = scoreOf(account, hash, member.weight);
        if (score > ownScore || (score === ownScore && index < place)) position += 1;
      }
      return position;
    },
    first(accountId) {
      const account = hashOf(accountId);
      let best: Member | null = null;
      let bestScore = 0;
      for (const { member, hash } of hashed) {
        const score = scoreOf(account, hash, member.weight);
        if (score <= bestScore) continue;
        best = member;
        bestScore = score;
      }
      return best;
    },
  };
}

/** The member with the largest score is first. The scores of a member are distributed so that its share of the accounts is its share of the weights. */
function scoreOf(account: Hash, node: Hash, weight: number): number {
  const first = mix(account.high ^ node.low);
  const second = mix((account.low ^ node.high) + first);
  // The fraction is greater than 0 and less than 1, so the logarithm is finite and negative.
  const fraction = ((first >>> 5) * 2 ** 26 + (second >>> 6) + 0.5) / 2 ** 53;
  return -weight / Math.log(fraction);
}

/** Returns a hash of 64 bits of a text. Two runs of FNV-1a with different constants are mixed at the end. */
function hashOf(text: string): Hash {
  let high = 0x811c9dc5;
  let low = 0x9747b28c;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x85ebca6b);
  }
  return { high: mix(high), low: mix(low ^ high) };
}

/** Mixes 32 bits so that each bit of the result depends on each bit of the value (the last step of MurmurHash3). */
function mix(value: number): number {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** What breaks a rule of the house still. These lists only get shorter, and are empty at the end. */

/** Rooms whose files are imported one by one, since they have no door yet. */
export const WITHOUT_DOOR: readonly string[] = [
  // The two import each other, and a door on each side would load both before either is made.
  'protocols/a2a',
  'protocols/looopy',
  // It is a program of its own, for the thread that writes: a door would load it where it is only talked to.
  'store/writer',
];

/** Rooms that import each other. */
export const ROOM_CIRCLES: readonly (readonly string[])[] = [
  // The file that joins the rooms of a policy stands beside what all of them read.
  ['policy/.', 'policy/paths', 'policy/rules'],
  // The thread that writes, and the one that talks to it, say the same lines.
  ['store/.', 'store/writer'],
  // A2A takes Looopy's events for its own, and Looopy says which of A2A they become.
  ['protocols/a2a', 'protocols/looopy'],
];

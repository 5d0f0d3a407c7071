/** What breaks a rule of the house still. These lists only get shorter, and are empty at the end. */

/** Rooms whose files are imported one by one, since they have no door yet. */
export const WITHOUT_DOOR: readonly string[] = [
  // The two import each other, and a door on each side would load both before either is made.
  'protocols/a2a',
  'protocols/looopy',
];

/** Rooms that import each other. */
export const ROOM_CIRCLES: readonly (readonly string[])[] = [
  // A2A takes Looopy's events for its own, and Looopy says which of A2A they become.
  ['protocols/a2a', 'protocols/looopy'],
];

/** The player: a recording as a process, without the CLI. */
export {
  PLAYER_RULES,
  type PlayerBinaryOptions,
  type PlayerCommand,
  type PlayerOptions,
  playerCommand,
  writePlayerBinary,
} from './player-command.ts';

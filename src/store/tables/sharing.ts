/** Sharing: reactions. */
import type { Gid } from './column.ts'

export interface SharingTables {
  /** `target` is the gid of a story or a status update; `emoji` has the skin tones that the user chose. */
  reactions: { gid: Gid; target: Gid; workspace: Gid; user: Gid; emoji_base: string; emoji: string }
}

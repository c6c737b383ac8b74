/** How jobs use operations of the API. `http/operations.ts` implements it: only that layer checks input and rights. */
import type { Actor } from '../../identity/actor.ts'
import type { Name } from '../../names.ts'
import type { OperationCall } from '../../resources/automation/rules/actions.ts'
import type { Reader, Writer } from '../../store/db.ts'

/** Throws if a right that a write relied on is lower in committed state: see `Confirm` of the store. */
export type RightsCheck = (committed: Reader) => Promise<void>

export interface OperationRunner {
  /** Performs an operation as a caller. Throws the error that a request would get. */
  perform(tx: Writer, actor: Actor, call: OperationCall): Promise<RightsCheck>
  /**
   * An object with these fields as a caller sees it; undefined if they cannot see it. Its addresses begin with
   * `publicUrl`, by default with nothing.
   */
  show(reader: Reader, actor: Actor, type: Name, gid: number, fields: string, publicUrl?: string): Promise<unknown>
}

/** What every operation of the interface works with: one organization, one address, one policy. */
import type { Reader, Writer } from '../store/db.ts'
import type { Policy } from './policy.ts'

export interface Realm {
  reader: Reader
  /** The organization of the service account that calls. Nothing outside of it is seen or changed. */
  workspace: number
  /** The address of the interface, `https://host/api/1.0/scim`. */
  base: string
  policy: Policy
}

export interface WriteRealm extends Realm {
  tx: Writer
}

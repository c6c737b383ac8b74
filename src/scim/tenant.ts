/** The tenant of a request: one organization, with the reader, address and policy that every operation needs. */
import type { Reader, Writer } from '../store/db.ts'
import type { Policy } from './policy.ts'

export interface TenantContext {
  reader: Reader
  /** The organization of the calling service account. An operation neither reads nor changes anything outside it. */
  workspace: number
  /** The address of the interface, `https://host/api/1.0/scim`. */
  base: string
  policy: Policy
}

export interface TenantWriteContext extends TenantContext {
  tx: Writer
}

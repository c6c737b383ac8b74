/** A write with an `Idempotency-Key`: it is executed, or its response is already stored. */
import type { Confirm, Store, WriteOrigin, Writer } from '../../store/db.ts'
import type { Outgoing } from '../request.ts'
import { claimKey, type IdempotentRequest, storeResponse } from './idempotency.ts'

interface OnceOptions<T> {
  work(tx: Writer): Promise<T>
  origin: WriteOrigin
  confirm: Confirm<T>
  outgoingOf(result: T): Outgoing
}

interface WrittenOnce<T> {
  outgoing: Outgoing
  /** Undefined for a stored response. */
  result?: T
  tx?: Writer
}

export async function writeOnce<T>(
  store: Store,
  request: IdempotentRequest,
  { work, origin, confirm, outgoingOf }: OnceOptions<T>,
): Promise<WrittenOnce<T>> {
  const withResponse = async (tx: Writer, result: T): Promise<WrittenOnce<T>> => {
    const outgoing = outgoingOf(result)
    await storeResponse(tx, request, outgoing)
    return { outgoing, result, tx }
  }
  const attempt = async (tx: Writer): Promise<WrittenOnce<T>> => {
    const outgoing = await claimKey(tx, request)
    return outgoing ? { outgoing } : withResponse(tx, await work(tx))
  }
  return store.write(attempt, origin, async (value, committed, reader) => {
    const { tx, result } = value
    return tx && result !== undefined ? withResponse(tx, await confirm(result, committed, reader)) : value
  })
}

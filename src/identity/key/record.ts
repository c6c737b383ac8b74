/**
 * The record of the key of the installation: its digest, and its source when it was last used. A different key is refused
 * before anything is sealed with it.
 * Invariant: the digest reveals nothing of the key to a reader of the store. It is derived like the keys for each purpose,
 * under a purpose of its own. Like everything sealed, it lets an attacker verify a guess, so the key must not be guessable.
 */
import { derive, sameText } from '../../lib/secret.ts'
import type { Reader, Writer } from '../../store/db.ts'
import { advisoryLock, INSTALLATION } from '../../store/locks.ts'
import { settingOf } from '../../store/queries/settings.ts'
import { setSetting } from '../../store/set_setting.ts'

export interface KeyRecord {
  digest: string
  /** The file, option or variable that has the key. */
  source: string
}

/** The name of the setting. */
export const KEY_RECORD = 'key'

export const createRecord = (key: string, source: string): KeyRecord => ({
  digest: derive(key, 'record'),
  source,
})

/** Whether this is the recorded key. */
export const isRecorded = ({ digest }: KeyRecord, key: string): boolean =>
  sameText(digest, createRecord(key, '').digest)

/** Parses the setting; undefined where no key has been used yet. */
export const parseRecord = (text: string | undefined): KeyRecord | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as KeyRecord)

export const getKeyRecord = async (reader: Reader): Promise<KeyRecord | undefined> =>
  parseRecord(await settingOf(reader, KEY_RECORD))

/** Reads the record and locks it until the transaction ends. */
export async function lockKeyRecord(tx: Writer): Promise<KeyRecord | undefined> {
  // installation: of two instances that start with two keys, the second one must find that of the first.
  await advisoryLock(tx, 'installation', INSTALLATION)
  return getKeyRecord(tx)
}

export const saveKeyRecord = (tx: Writer, record: KeyRecord): Promise<void> =>
  setSetting(tx, KEY_RECORD, JSON.stringify(record))

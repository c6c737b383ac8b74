/**
 * What the installation knows of its own key: a digest, and where the key was when it was last used. So another key is
 * refused before anything is sealed with it.
 *
 * What must always hold: the digest says nothing of the key to a reader of the store. It is derived as the keys for each
 * purpose are, and no purpose shares it; it lets a guess be checked, as everything sealed does, and so the key must not be
 * one that can be guessed.
 */
import { derive, sameText } from '../../lib/secret.ts'
import { hold, INSTALLATION } from '../../store/change.ts'
import type { Reader, Writer } from '../../store/db.ts'
import { keepSetting } from '../../store/keep.ts'
import { settingOf } from '../../store/queries/settings.ts'

export interface KeyRecord {
  digest: string
  /** A file, or the option or variable by which the key was given. */
  place: string
}

/** The name of the setting. */
export const KEY_RECORD = 'key'

export const recordOf = (key: string, place: string): KeyRecord => ({ digest: derive(key, 'record'), place })

/** Whether this is the key that was recorded. */
export const isRecorded = ({ digest }: KeyRecord, key: string): boolean => sameText(digest, recordOf(key, '').digest)

/** What a setting says; undefined where no key has been used yet. */
export const readRecord = (text: string | undefined): KeyRecord | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as KeyRecord)

export const keyRecord = async (reader: Reader): Promise<KeyRecord | undefined> =>
  readRecord(await settingOf(reader, KEY_RECORD))

/** The record, until this transaction ends the only one at it. */
export async function heldKeyRecord(tx: Writer): Promise<KeyRecord | undefined> {
  // once: of two instances that start with two keys, the second one finds that of the first.
  await hold(tx, 'once', INSTALLATION)
  return keyRecord(tx)
}

export const keepKeyRecord = (tx: Writer, record: KeyRecord): Promise<void> =>
  keepSetting(tx, KEY_RECORD, JSON.stringify(record))

/** People by their gids, as avatars show them. */

import { useRecord } from '../../data/hooks.ts'
import type { Gid, WorkRecord } from '../../data/records.ts'
import { useSession } from '../session.ts'
import type { AvatarPerson } from './avatar.tsx'

interface PersonRecord extends WorkRecord {
  readonly name?: string
  readonly photo?: { readonly image_36x36?: string } | null
}

/** A person with name and photo; undefined without a gid. People that the caller cannot see are "Private". */
export function usePerson(gid: Gid | null | undefined): AvatarPerson | undefined {
  const record = useRecord<PersonRecord>(gid)
  const { user } = useSession()
  if (!gid) return undefined
  const name = record?.name ?? (gid === user.gid ? user.name : 'Private')
  return { gid, name, photo: record?.photo?.image_36x36 ?? null }
}

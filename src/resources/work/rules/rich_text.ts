/**
 * Notes, comments and descriptions: one text in two forms, plain and rich.
 * - Without markup only the plain form is stored. Markup is stored in its canonical form, next to the plain form.
 * - Invariant: the stored text has no names of linked objects. Each reader gets the current names of the objects that
 *   this reader can see, in both forms.
 */

import type { Actor } from '../../../identity/actor.ts'
import { mayRead } from '../../../identity/scopes.ts'
import { invalid, unrecognized } from '../../../lib/errors.ts'
import { parseGid } from '../../../lib/gid.ts'
import { richToPlain } from '../../../lib/plain_text.ts'
import {
  expandLinks,
  type LinkTarget,
  linkedGids,
  mayLink,
  type Profile,
  parseRichText,
  plainToRich,
} from '../../../lib/rich_text.ts'
import { withLoaded } from '../../../lib/together.ts'
import type { Reader } from '../../../store/db.ts'
import { visibleFiles } from '../../../store/queries/files/attachments.ts'
import { linksOf, type ScopedReader, visibleNamesOf } from '../../../store/queries/links.ts'
import type { LoadContext, LoadMany, Row } from '../../../vocabulary/field.ts'

/** An application gets only names of objects that its scopes include. */
const onlooker = (actor: Actor): ScopedReader => ({ me: actor.gid, reads: type => mayRead(actor, type) })

export interface TextForms {
  plain: string
  rich: string | null
}

/** The text to store from the two given fields; undefined if the client sent neither. Throws 400 if it sent both. */
export function parseTexts(
  given: Record<string, unknown>,
  [plainField, richField]: readonly [string, string],
  profile: Profile,
): TextForms | undefined {
  const [plain, rich] = [given[plainField], given[richField]]
  if (typeof plain === 'string' && typeof rich === 'string') {
    throw invalid(richField, `Cannot be given together with ${plainField}`)
  }
  if (typeof plain === 'string') return { plain, rich: null }
  if (typeof rich !== 'string') return undefined
  const stored = parseRichText(richField, rich, profile)
  return { plain: richToPlain(stored, () => undefined), rich: stored }
}

/** Whether a row has no markup, which could contain links. */
export const isPlain = (richColumn: string) => (row: Row) => row[richColumn] === null

/** The plain form of rows, from the columns of both forms; links show the current names of their targets. */
export const plainText =
  (plainColumn: string, richColumn: string): LoadMany =>
  (rows, { reader, actor }) => {
    const richOf = (row: Row) => {
      const rich = row[richColumn]
      return typeof rich === 'string' && mayLink(rich) ? rich : undefined
    }
    const linked = new Set<string>()
    for (const row of rows) for (const gid of linkedGids(richOf(row) ?? '')) linked.add(gid)
    const loading = linked.size > 0 ? visibleNamesOf(reader, onlooker(actor), [...linked]) : noNames
    return withLoaded([loading], names =>
      rows.map(row => {
        const rich = richOf(row)
        return rich === undefined ? row[plainColumn] : richToPlain(rich, gid => names.get(gid))
      }),
    )
  }

const noNames: ReadonlyMap<string, string> = new Map()

/** The rich form of rows, from the columns of both forms; links show the current names of their targets. */
export const richText =
  (plainColumn: string, richColumn: string): LoadMany =>
  async (rows, context) => {
    const { reader, actor, publicUrl } = context
    const linked = new Set(rows.flatMap(row => (row[richColumn] ? linkedGids(String(row[richColumn])) : [])))
    const links = await linksOf(reader, onlooker(actor), [...linked], publicUrl)
    for (const image of await imagesIn(rows, richColumn, context)) links.set(...image)
    return rows.map(row =>
      row[richColumn] ? expandLinks(String(row[richColumn]), links) : plainToRich(String(row[plainColumn])),
    )
  }

/** The images in rows that the reader can see: attachments, each with an address that expires. */
async function imagesIn(
  rows: readonly Row[],
  richColumn: string,
  { reader, actor, publicUrl, downloads }: LoadContext,
): Promise<[gid: string, image: LinkTarget][]> {
  const gids = rows.flatMap(row => (row[richColumn] ? gidsOfImages(String(row[richColumn])) : []))
  if (gids.length === 0 || !mayRead(actor, 'attachment')) return []
  const found = await visibleFiles(reader, actor.gid, [...new Set(gids)])
  return found.map(({ gid, key, name }) => [
    String(gid),
    { type: 'attachment', name, href: `${publicUrl}${downloads.path({ key, name })}`, accessible: true },
  ])
}

const gidsOfImages = (rich: string): number[] => linkedGids(rich, 'img').flatMap(gid => parseGid(gid) ?? [])

/**
 * Throws 400 for a new image that is no attachment with a file that the caller can see. Images of the former text may
 * stay, so that a text can be written back after an attachment was deleted.
 */
export async function mustSeeImages(
  reader: Reader,
  { gid: me }: Pick<Actor, 'gid'>,
  text: TextForms | undefined,
  before: () => Promise<string | null>,
): Promise<void> {
  const images = text?.rich ? gidsOfImages(text.rich) : []
  if (images.length === 0) return
  const former = new Set(gidsOfImages((await before()) ?? ''))
  const fresh = images.filter(gid => !former.has(gid))
  const visible = new Set((await visibleFiles(reader, me, fresh)).map(({ gid }) => gid))
  const unknown = fresh.find(gid => !visible.has(gid))
  if (unknown !== undefined) throw unrecognized('data-asana-gid', String(unknown))
}

/** The former text of a new object. */
export const noText = async (): Promise<null> => null

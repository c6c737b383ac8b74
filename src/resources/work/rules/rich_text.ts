/**
 * Notes, comments and descriptions: one text in two forms, plain and rich.
 * - Without markup only the plain form is stored. Markup is stored in its canonical form, next to the plain form.
 * - Invariant: the stored text has no names of linked objects. Each reader gets the current names of the objects that
 *   this reader can see, in both forms.
 */

import type { Actor } from '../../../identity/actor.ts'
import { mayRead } from '../../../identity/scopes.ts'
import { invalid } from '../../../lib/errors.ts'
import { richToPlain } from '../../../lib/plain_text.ts'
import { expandLinks, linkedGids, mayLink, type Profile, parseRichText, plainToRich } from '../../../lib/rich_text.ts'
import { linksOf, type ScopedReader, visibleNamesOf } from '../../../store/queries/links.ts'
import type { LoadMany, Row } from '../../../vocabulary/field.ts'

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
  async (rows, { reader, actor }) => {
    const richOf = (row: Row) => {
      const rich = row[richColumn]
      return typeof rich === 'string' && mayLink(rich) ? rich : undefined
    }
    const linked = new Set(rows.flatMap(row => linkedGids(richOf(row) ?? '')))
    const names =
      linked.size > 0 ? await visibleNamesOf(reader, onlooker(actor), [...linked]) : new Map<string, string>()
    return rows.map(row => {
      const rich = richOf(row)
      return rich === undefined ? row[plainColumn] : richToPlain(rich, gid => names.get(gid))
    })
  }

/** The rich form of rows, from the columns of both forms; links show the current names of their targets. */
export const richText =
  (plainColumn: string, richColumn: string): LoadMany =>
  async (rows, { reader, actor, publicUrl }) => {
    const linked = new Set(rows.flatMap(row => (row[richColumn] ? linkedGids(String(row[richColumn])) : [])))
    const links = await linksOf(reader, onlooker(actor), [...linked], publicUrl)
    return rows.map(row =>
      row[richColumn] ? expandLinks(String(row[richColumn]), links) : plainToRich(String(row[plainColumn])),
    )
  }

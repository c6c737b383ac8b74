/**
 * Notes, comments and descriptions: one text in two forms. Plain text is the truth when there is no markup; markup is
 * kept in its canonical form, and the plain form beside it, so that neither is made when it is read.
 */
import type { Actor } from '../../../identity/actor.ts'
import { mayRead } from '../../../identity/scopes.ts'
import { invalid } from '../../../lib/errors.ts'
import {
  expandLinks,
  linkedGids,
  type Profile,
  parseRichText,
  plainToRich,
  richToPlain,
} from '../../../lib/rich_text.ts'
import type { Reader } from '../../../store/db.ts'
import { linksOf, namesOf, type Onlooker } from '../../../store/queries/links.ts'
import type { LoadMany } from '../../../vocabulary/field.ts'

/** An application learns the name of nothing that its scopes do not open. */
const onlooker = (actor: Actor): Onlooker => ({ me: actor.gid, reads: type => mayRead(actor, type) })

export interface Texts {
  plain: string
  rich: string | null
}

/**
 * What to keep when a client gives `plain` or `rich`, named by their fields; undefined when it gives neither. The plain
 * form names what the writer may see: a link to anything else must not tell its name.
 */
export async function texts(
  reader: Reader,
  actor: Actor,
  given: Record<string, unknown>,
  [plainField, richField]: readonly [string, string],
  profile: Profile,
): Promise<Texts | undefined> {
  const [plain, rich] = [given[plainField], given[richField]]
  if (typeof plain === 'string' && typeof rich === 'string') {
    throw invalid(richField, `Cannot be given together with ${plainField}`)
  }
  if (typeof plain === 'string') return { plain, rich: null }
  if (typeof rich !== 'string') return undefined
  const kept = parseRichText(richField, rich, profile)
  const names = await namesOf(reader, onlooker(actor), linkedGids(kept))
  return { plain: richToPlain(kept, gid => names.get(gid) ?? 'Private Link'), rich: kept }
}

/** The rich form of rows, from the columns of its two forms; links show the present names of what they lead to. */
export const richText =
  (plainColumn: string, richColumn: string): LoadMany =>
  async (rows, { reader, actor, publicUrl }) => {
    const linked = new Set(rows.flatMap(row => (row[richColumn] ? linkedGids(String(row[richColumn])) : [])))
    const links = await linksOf(reader, onlooker(actor), [...linked], publicUrl)
    return rows.map(row =>
      row[richColumn] ? expandLinks(String(row[richColumn]), links) : plainToRich(String(row[plainColumn])),
    )
  }

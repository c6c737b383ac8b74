/** Filters of custom types: `custom_types.{gid}.custom_type_status_option.gid`. */
import { invalid, malformed } from '../../../lib/errors.ts'
import { parseGid } from '../../../lib/gid.ts'
import type { Reader } from '../../../store/db.ts'
import { columnFilter, type SearchFilter } from '../../../store/queries/search/filter.ts'
import { statusOptionOf } from '../../../store/queries/types/custom_types.ts'
import type { DottedValue } from '../../../vocabulary/field.ts'

const MEMBER = 'custom_type_status_option.gid'

/** The filters of custom types that the caller can see. Throws 400. */
export async function typeFilters(
  reader: Reader,
  given: readonly DottedValue[],
  subtype: unknown,
): Promise<SearchFilter[]> {
  const [first, second] = given
  if (!first) return []
  // wire: contract: one custom type, together with the subtype `custom`
  if (second) throw malformed('custom_types: Several custom types')
  if (subtype !== 'custom') throw malformed('custom_types: Needs the resource_subtype custom')
  const at = `custom_types.${first.gid}.${first.member.slice(0, 40)}`
  if (first.member !== MEMBER) throw invalid(at, `Not an operator of a custom type: use ${MEMBER}`)
  const gid = parseGid(first.text)
  const option = gid === undefined ? undefined : await statusOptionOf(reader, gid)
  if (option?.custom_type !== first.gid)
    throw invalid(at, `Not a recognized ID: ${first.text.slice(0, 100)}`, 'unknown-reference')
  const { dialect } = reader.db
  return [
    columnFilter('custom_type', 'any', [first.gid], dialect),
    columnFilter('custom_type_status_option', 'any', [option.gid], dialect),
  ]
}

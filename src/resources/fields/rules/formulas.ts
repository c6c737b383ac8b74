/** The formulas of number fields: checked when they are written, so that reading one cannot go wrong. */
import { invalid } from '../../../lib/errors.ts'
import { compileFormula, type Formula, FormulaError, reaches } from '../../../lib/formula.ts'
import { allows, rights } from '../../../policy/rights.ts'
import { hold } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { fieldsOf, formulasOf } from '../../../store/queries/fields.ts'

const kept = new Map<string, Formula>()
const MOST_KEPT = 1000

/** A formula that was checked before. */
export function formulaOf(text: string): Formula {
  const known = kept.get(text)
  if (known) return known
  const made = compileFormula(text)
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(text, made)
  return made
}

interface Place {
  /** Who writes the formula. */
  me: number
  workspace: number
  /** The field whose formula it is to be, when there is one already. */
  self?: number
}

/** Formulas over formulas, counted from the one that is shown down to the last one that it needs. */
const MOST_LEVELS = 10

/** Throws 400 for a formula that cannot be read, or names fields that its writer may not see or that lead back to it. */
export async function checkFormula(tx: Writer, { me, workspace, self }: Place, text: string): Promise<void> {
  const formula = read(text)
  const gids = formula.fields.map(Number)
  const found = await fieldsOf(tx, gids)
  const seen = await rights(tx, me, 'custom_field', gids)
  for (const gid of gids) {
    if (found.get(gid)?.workspace !== workspace || !allows(seen.get(gid), 'view'))
      throw invalid('formula', `Not a recognized ID: ${gid}`)
  }
  const wrong = await clashOf(tx, workspace, String(self ?? 'new'), formula)
  if (wrong !== undefined) throw invalid('formula', wrong)
}

/** Why a formula cannot be that of the field `own` beside the others of a workspace; undefined when it can. */
export async function clashOf(
  tx: Writer,
  workspace: number,
  own: string,
  { fields }: Formula,
): Promise<string | undefined> {
  // trees: two formulas that are written at once could need each other.
  await hold(tx, 'trees', workspace)
  const graph = new Map<string, readonly string[]>(
    [...(await formulasOf(tx, workspace))].map(([gid, other]) => [String(gid), formulaOf(other).fields]),
  )
  graph.set(own, fields)
  if (reaches(graph, own, own)) return 'A formula cannot depend on its own value'
  return levelsOf(graph) > MOST_LEVELS ? `Formulas build on each other at most ${MOST_LEVELS} deep` : undefined
}

/** The longest way through formulas over formulas, of which none leads back to itself. */
function levelsOf(graph: ReadonlyMap<string, readonly string[]>): number {
  const known = new Map<string, number>()
  const levels = (gid: string): number => {
    const fields = graph.get(gid)
    if (!fields) return 0
    const found = known.get(gid) ?? 1 + Math.max(0, ...fields.map(levels))
    known.set(gid, found)
    return found
  }
  return Math.max(0, ...[...graph.keys()].map(levels))
}

function read(text: string): Formula {
  try {
    return compileFormula(text)
  } catch (error) {
    throw error instanceof FormulaError ? invalid('formula', error.message) : error
  }
}

/** The formulas of number fields. They are checked on write, so evaluation cannot fail. */
import { invalid } from '../../../lib/errors.ts'
import { compileFormula, type Formula, FormulaError, reaches } from '../../../lib/formula.ts'
import { allows, rights } from '../../../policy/rights.ts'
import type { Writer } from '../../../store/db.ts'
import { advisoryLock } from '../../../store/locks.ts'
import { fieldsOf, formulasOf } from '../../../store/queries/fields.ts'

const formulaCache = new Map<string, Formula>()
const MAX_CACHED_FORMULAS = 1000

/** The compiled form of a formula that was checked on write. */
export function formulaOf(text: string): Formula {
  const known = formulaCache.get(text)
  if (known) return known
  const compiled = compileFormula(text)
  if (formulaCache.size >= MAX_CACHED_FORMULAS) formulaCache.clear()
  formulaCache.set(text, compiled)
  return compiled
}

interface FormulaScope {
  /** The caller. */
  me: number
  workspace: number
  /** The field that is updated; undefined for a new one. */
  self?: number
}

/** The depth of formulas that depend on formulas. */
const MAX_LEVELS = 10

/** Throws 400 for a syntax error, a cycle, and fields that the caller cannot see. */
export async function checkFormula(tx: Writer, { me, workspace, self }: FormulaScope, text: string): Promise<void> {
  const formula = parseFormula(text)
  const gids = formula.fields.map(Number)
  const found = await fieldsOf(tx, gids)
  const fieldRights = await rights(tx, me, 'custom_field', gids)
  for (const gid of gids) {
    if (found.get(gid)?.workspace !== workspace || !allows(fieldRights.get(gid), 'view'))
      throw invalid('formula', `Not a recognized ID: ${gid}`)
  }
  const conflict = await findConflict(tx, workspace, String(self ?? 'new'), formula)
  if (conflict !== undefined) throw invalid('formula', conflict)
}

/** Why the field `own` cannot have a formula, given the others of the workspace; undefined if it can. */
export async function findConflict(
  tx: Writer,
  workspace: number,
  own: string,
  { fields }: Formula,
): Promise<string | undefined> {
  // hierarchy: two concurrent requests could write formulas that depend on each other.
  await advisoryLock(tx, 'hierarchy', workspace)
  const graph = new Map<string, readonly string[]>(
    [...(await formulasOf(tx, workspace))].map(([gid, other]) => [String(gid), formulaOf(other).fields]),
  )
  graph.set(own, fields)
  if (reaches(graph, own, own)) return 'A formula cannot depend on its own value'
  return levelsOf(graph) > MAX_LEVELS ? `Formulas build on each other at most ${MAX_LEVELS} deep` : undefined
}

/** The longest path through formulas that depend on formulas. The graph has no cycles. */
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

function parseFormula(text: string): Formula {
  try {
    return compileFormula(text)
  } catch (error) {
    throw error instanceof FormulaError ? invalid('formula', error.message) : error
  }
}

/** The formulas of number fields: checked when they are written, so that reading one cannot go wrong. */
import { invalid } from '../../../lib/errors.ts'
import { compileFormula, type Formula, FormulaError, reaches } from '../../../lib/formula.ts'
import type { Reader } from '../../../store/db.ts'
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

/** Throws 400 for a formula that cannot be read, names a field of nowhere, or would make `self` depend on itself. */
export async function checkFormula(reader: Reader, workspace: number, text: string, self?: number): Promise<void> {
  const formula = read(text)
  const gids = formula.fields.map(Number)
  const found = await fieldsOf(reader, gids)
  for (const gid of gids) {
    if (found.get(gid)?.workspace !== workspace) throw invalid('formula', `Not a recognized ID: ${gid}`)
  }
  if (self === undefined) return
  const graph = new Map(
    [...(await formulasOf(reader, workspace))].map(([gid, other]) => [String(gid), [...formulaOf(other).fields]]),
  )
  graph.set(String(self), [...formula.fields])
  if (reaches(graph, String(self), String(self))) throw invalid('formula', 'A formula cannot depend on its own value')
}

function read(text: string): Formula {
  try {
    return compileFormula(text)
  } catch (error) {
    throw error instanceof FormulaError ? invalid('formula', error.message) : error
  }
}

/** What the contents of an export are read from. */
import type { Graph } from '../../graph/graph.ts'
import type { Name } from '../../names.ts'
import type { LoadContext } from '../../vocabulary/field.ts'

export interface ExportSource {
  graph: Graph
  context: LoadContext
  workspace: number
  /** Called with each part of objects of a type. */
  count(type: Name, objects: number): void
}

/** 100 tasks with 20 custom fields each, and all that the contract names of them, against the same work by hand. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillFields } from '../fields_content.ts'
import { openProgram } from '../program.ts'
import type { Rows } from '../rows.ts'
import { measureList } from './list.ts'

interface Contract {
  operations: { id: string; opt_fields?: string[] }[]
}

/** What clients may ask of a custom field in a list of tasks, as it is published. */
function published(): string {
  const file = join(import.meta.dirname, '..', '..', 'test', 'contract', 'contract.json')
  const { operations } = JSON.parse(readFileSync(file, 'utf8')) as Contract
  const list = operations.find(({ id }) => id === 'getTasksForProject')
  return (list?.opt_fields ?? []).filter(path => path.startsWith('custom_fields.')).join()
}

export const fields: Rows = async report => {
  const folder = mkdtempSync(join(tmpdir(), 'workloom-bench-fields-'))
  try {
    const { token, project } = await fillFields(folder)
    const program = await openProgram(folder)
    const path = `/projects/${project}/tasks?limit=100&opt_fields=${published()}`
    const work = 'list of 100, 20 custom fields each, all paths'
    await measureList(report, program, { folder, token }, { work, path, form: 'fields', target: '≥ 0.40' })
    await program.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

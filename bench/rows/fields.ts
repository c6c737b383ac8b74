/** 100 tasks with 20 custom fields each, and all fields of them that the contract names, against the same bytes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Checkout } from '../checkout.ts'
import { checkouts, type RowMeasurement } from '../rows.ts'
import { type FieldsStore, fillFields } from '../stores/fields_content.ts'
import { measureList } from './list.ts'

interface Contract {
  operations: { id: string; opt_fields?: string[] }[]
}

/** The fields of a custom field that clients may request in a list of tasks, from the contract. */
function published(): string {
  const file = join(import.meta.dirname, '..', '..', 'test', 'contract', 'contract.json')
  const { operations } = JSON.parse(readFileSync(file, 'utf8')) as Contract
  const list = operations.find(({ id }) => id === 'getTasksForProject')
  return (list?.opt_fields ?? []).filter(path => path.startsWith('custom_fields.')).join()
}

export const fields: RowMeasurement = async report => {
  const made = new Map<Checkout, FieldsStore>()
  try {
    for (const checkout of checkouts()) made.set(checkout, await fillFields(checkout))
    await measureList(report, {
      work: 'list of 100, 20 custom fields each, all paths',
      async of(checkout) {
        const store = made.get(checkout)
        if (!store) throw new Error('There is no store of that checkout.')
        return store
      },
      path: ({ project }) => `/projects/${project}/tasks?limit=100&opt_fields=${published()}`,
    })
  } finally {
    for (const { remove } of made.values()) remove()
  }
}

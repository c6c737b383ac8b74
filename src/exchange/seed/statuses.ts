/** The status of a task of a custom type, by its name. */
import type { MemberReader } from './values.ts'

const readStatus: MemberReader = ({ problems, references, from }, node, set, values) =>
  // The custom type is known when all keys are, and its status after that.
  references.later(() =>
    references.later(() => {
      const type = Number(values.custom_type ?? 0)
      const path = references.pathOf(type)
      if (path === undefined && type === 0) problems.add(node, 'needs a custom_type')
      else set(references.resolve({ ...node, value: `${path ?? ''}/${String(node.value)}` }, STATUS_TYPES, from))
    }),
  )

const STATUS_TYPES = ['custom_type_status_option'] as const

export const statusReaders = { custom_type_status_option: readStatus }

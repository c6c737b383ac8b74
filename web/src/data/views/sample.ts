/** Tasks for the tests of views. */
import type { Entry, Section } from '../lists.ts'
import type { Gid, WorkRecord } from '../records.ts'
import type { ViewContext } from '../views.ts'

export const TODAY_IS = '2026-12-09'
export const ME_IS = '900'

export const task = (gid: Gid, members: Readonly<Record<string, unknown>> = {}): WorkRecord => ({
  ...{ gid, resource_type: 'task', name: gid, completed: false, assignee: null, due_on: null, tags: [] },
  ...members,
})

export const enumValue = (field: Gid, option: Gid | null, name = option) => ({
  custom_fields: [{ gid: field, resource_subtype: 'enum', enum_value: option && { gid: option, name } }],
})

const list = 'list'
const section = (gid: Gid, name: string): Section => ({
  ...{ gid, resource_type: 'section', name, list, rank: gid },
})

/** A list of tasks in one section each, in the given order; `others` are people, tags, fields. */
export function contextOf(
  sections: Readonly<Record<string, readonly WorkRecord[]>>,
  others: readonly WorkRecord[] = [],
): ViewContext {
  const entries = Object.entries(sections).flatMap(([gid, tasks]) =>
    tasks.map(
      (item, index): Entry => ({
        ...{ gid: `${list}/${item.gid}`, resource_type: 'entry', list, item: item.gid, section: gid },
        rank: String(index).padStart(5, '0'),
      }),
    ),
  )
  const records = new Map([...Object.values(sections).flat(), ...others].map(record => [record.gid, record]))
  return {
    contents: { sections: Object.keys(sections).map(gid => section(gid, gid)), entries },
    get: gid => records.get(gid),
    subtasks: () => [],
    isCollapsed: () => false,
    isExpanded: () => false,
    ...{ canAdd: false, user: ME_IS, today: TODAY_IS },
  }
}

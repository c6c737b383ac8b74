/** The demo as a seed: a company with people, projects, goals and everything that they do at this time. */
import { randomFrom } from '../seed/generate.ts'
import type { DemoProject } from './content.ts'
import { type Calendar, calendarAt } from './dates.ts'
import { attachmentOf } from './files.ts'
import { customFields, DOMAIN, FIRST_PERSON, ORGANIZATION, people, tags, teams } from './organization.ts'
import { goalsAt, portfoliosAt } from './plans.ts'
import { marketing } from './projects/marketing.ts'
import { operations } from './projects/operations.ts'
import { product } from './projects/product.ts'
import { workplace } from './projects/workplace.ts'
import { keyOf, type Random, tasksOf } from './tasks.ts'

/** What is drawn is the same at every load. */
const RANDOM = { seed: 20 }
const COMPANY_AGE_HOURS = 200 * 24
/** The files of a project were added a week apart. */
const FILE_AGE_HOURS = 7 * 24

const projects: Readonly<Record<string, DemoProject>> = { ...marketing, ...product, ...operations, ...workplace }

/** The keys of the objects that a person has among the favorites, in this order. */
export const favorites = {
  maya: ['launch', 'warehouse', 'company', 'webshop'],
  elena: ['launch', 'editorial'],
  noah: ['webshop'],
} as const

/** The rules of projects, each of its owner. */
const rules: Readonly<Record<string, object>> = {
  webshop: {
    'move-completed': {
      name: 'Move completed tasks to Done',
      trigger: { kind: 'task_completed' },
      actions: [{ kind: 'move', section: 'done' }],
    },
  },
  support: {
    'urgent-today': {
      name: 'Urgent questions are due today',
      trigger: { kind: 'task_added' },
      conditions: [{ kind: 'tag', tag: 'urgent' }],
      actions: [
        { kind: 'set_due_date', in_days: 0 },
        { kind: 'comment', text: 'Urgent: please answer today.' },
      ],
    },
  },
}

/** The seed of the demo at this time, as JSON. */
export function demoDocument(now: number): string {
  const calendar = calendarAt(now)
  const random = randomFrom(RANDOM.seed)
  const since = { created_at: calendar.hoursAgo(COMPANY_AGE_HOURS) }
  return JSON.stringify({
    seed: 1,
    workspace: { key: 'larkmoor', name: ORGANIZATION, domains: [DOMAIN], plan: 'enterprise' },
    people: mapValues(people, (person, key) => ({ ...since, ...person, email: `${key}@${DOMAIN}` })),
    teams: mapValues(teams, team => ({ ...team, by: FIRST_PERSON })),
    tags,
    custom_fields: customFields,
    projects: mapValues(projects, (project, key) => ({
      ...projectOf(project, calendar, random),
      ...(rules[key] && { rules: rules[key] }),
    })),
    portfolios: portfoliosAt(calendar),
    goals: goalsAt(calendar),
  })
}

const mapValues = <T, R>(of: Readonly<Record<string, T>>, map: (value: T, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, map(value, key)]))

function projectOf(project: DemoProject, calendar: Calendar, random: Random) {
  const { name, notes, team, owner, color, icon, view, crew, start, due, brief, statuses, files = [] } = project
  return {
    ...{ name, notes, team, owner, color, icon, default_view: view, by: owner },
    created_at: calendar.hoursAgo(-(start ?? -90) * 24 + 48),
    ...(start !== undefined && { start_on: calendar.day(start) }),
    ...(due !== undefined && { due_on: calendar.day(due) }),
    privacy_setting: project.privacy ?? 'public_to_workspace',
    ...(project.isArchived && { archived: true }),
    members: Object.fromEntries(crew.map(person => [person, person === owner ? 'admin' : 'editor'])),
    custom_fields: project.fields.map(custom_field => ({ custom_field, is_important: true })),
    sections: Object.fromEntries(project.sections.map(section => [keyOf(section.name), section.name])),
    tasks: tasksOf({ project, calendar, random }),
    ...(brief && { brief: { ...brief, by: owner } }),
    status_updates: statuses.toReversed().map(({ type, title, text, by, daysAgo }) => ({
      ...{ status_type: type, title, text, by, created_at: calendar.hoursAgo(daysAgo * 24) },
    })),
    attachments: files.map((file, index) => attachmentOf(file, calendar.hoursAgo(FILE_AGE_HOURS * (index + 1)))),
  }
}

/** Queries for templates and their tasks. */
import { sql } from 'kysely'
import type { Reader } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'

export type ProjectTemplateRow = Tables['project_templates']

/** A task of a template. */
export type TemplateTaskRow = Tables['template_tasks']

const tasks = statement<TemplateTaskRow>((param, db) =>
  db
    .selectFrom('template_tasks')
    .selectAll()
    .where('template', '=', param('template'))
    .where('position', '>=', param('from'))
    .orderBy('position')
    .modifyEnd(db.dialect.limit(param('limit'))),
)

/** The tasks of a template from a position on, in order. */
export const templateTasks = (
  reader: Reader,
  template: number,
  from: number,
  limit: number,
): Promise<TemplateTaskRow[]> => reader.all(tasks, { template, from, limit })

const taskTemplate = statement<Tables['task_templates']>((param, db) =>
  db.selectFrom('task_templates').selectAll().where('gid', '=', param('gid')).where('deleted_at', 'is', null),
)

/** A task template that is not in the trash. */
export const findTaskTemplate = (reader: Reader, gid: number): Promise<Tables['task_templates'] | undefined> =>
  reader.first(taskTemplate, { gid })

const recipes = statement<TemplateTaskRow>((param, db) =>
  db
    .selectFrom('template_tasks')
    .selectAll()
    .where(eb => db.dialect.isAmong(eb.ref('template'), param('templates')))
    .where(sql<boolean>`(position = 0 or parent = 0)`)
    .orderBy('template')
    .orderBy('position'),
)

/** The first task of each of these templates, and its subtasks. */
export const firstTasks = (reader: Reader, templates: readonly number[]): Promise<TemplateTaskRow[]> =>
  reader.all(recipes, { templates: reader.db.dialect.set(templates) })

/** The task at `position` depends on the one at `dependency`. */
export type TemplateLink = Tables['template_dependencies']

const firstLinks = statement<TemplateLink>((param, db) =>
  db
    .selectFrom('template_dependencies')
    .selectAll()
    .where(eb => db.dialect.isAmong(eb.ref('template'), param('templates')))
    .where(sql<boolean>`(position = 0 or dependency = 0)`),
)

/** The dependencies and dependents of the first task of each of these templates. */
export const firstDependencies = (reader: Reader, templates: readonly number[]): Promise<TemplateLink[]> =>
  reader.all(firstLinks, { templates: reader.db.dialect.set(templates) })

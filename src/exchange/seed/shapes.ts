/** The shapes of objects in a seed: what each type can contain, and where. Their members are those of the loaders. */
import type { Fields } from '../../vocabulary/field.ts'
import type { GivenType } from '../load/given.ts'
import { loaders } from '../load/load.ts'
import { ruleReaders } from './rule_parts.ts'
import { statusReaders } from './statuses.ts'
import { projectTemplateReaders, taskTemplateReaders } from './template_parts.ts'
import type { MemberReader } from './values.ts'

/** The shape of objects of one type. */
export interface SeedShape {
  type: GivenType
  fields: Fields
  /** Objects in it, each with a key. */
  keyed: Readonly<Record<string, () => SeedShape>>
  /** Lists of objects in it, which have no keys. */
  listed: Readonly<Record<string, () => SeedShape>>
  /** The member for which a plain value stands: `todo: To do` is a section with this name. */
  short?: string
  /** The member that is the key of an object in a list. */
  keyedBy?: string
  /** Members that are read in a way of their own. */
  readers?: Readonly<Record<string, MemberReader>>
  /** A single object in it stands without a list. */
  isSingle?: true
}

const shape = (type: GivenType, { keyed = {}, listed = {}, ...rest }: Partial<SeedShape> = {}): SeedShape => ({
  type,
  fields: loaders.find(loader => loader.type === type)?.fields ?? {},
  keyed,
  listed,
  ...rest,
})

const reactions = { reactions: () => shape('reaction', { short: 'emoji' }) }
const status = shape('status_update', { listed: reactions })
const setting = shape('custom_field_setting', { short: 'custom_field' })
const attachment = shape('attachment')
const attachments = { attachments: () => attachment }
const comment = shape('story', { listed: reactions, short: 'text' })
const entry = shape('time_tracking_entry')
const section = shape('section', { short: 'name' })
const option = shape('enum_option', { short: 'name', keyedBy: 'name' })
const brief = shape('project_brief', { short: 'text', isSingle: true })
const item = shape('project_portfolio_setting', { short: 'item' })
const support = shape('goal_relationship', { short: 'supporting_resource' })
const accessRequests = { access_requests: () => accessRequest }
const accessRequest = shape('access_request', { short: 'message' })
const statusOption = shape('custom_type_status_option', { keyedBy: 'name' })
const customType = shape('custom_type', { listed: { status_options: () => statusOption } })
const rule = shape('rule', { readers: ruleReaders })
const taskTemplate = shape('task_template', { readers: taskTemplateReaders })
const allocation = shape('allocation')
const budget = shape('budget', { isSingle: true })
const rate = shape('rate')
const statuses = { status_updates: () => status }

const task: SeedShape = shape('task', {
  keyed: { subtasks: () => task },
  listed: {
    comments: () => comment,
    time_tracking_entries: () => entry,
    ...attachments,
  },
  readers: statusReaders,
  short: 'name',
})

const project = shape('project', {
  keyed: {
    sections: () => section,
    tasks: () => task,
    custom_types: () => customType,
    rules: () => rule,
    task_templates: () => taskTemplate,
  },
  listed: {
    custom_fields: () => setting,
    brief: () => brief,
    allocations: () => allocation,
    budget: () => budget,
    rates: () => rate,
    ...accessRequests,
    ...statuses,
    ...attachments,
  },
  short: 'name',
})

export const workspaceShape = shape('workspace')

/** The members of the first level that have objects, in the order in which their types are loaded. */
export const collections: Readonly<Record<string, SeedShape>> = {
  roles: shape('role'),
  people: shape('user', {
    listed: {
      ooo_entries: () => shape('ooo_entry'),
      timesheet_approval_statuses: () => shape('timesheet_approval_status'),
    },
  }),
  service_accounts: shape('service_account'),
  applications: shape('application'),
  placeholders: shape('placeholder', { short: 'name' }),
  time_tracking_categories: shape('time_tracking_category', { short: 'name' }),
  teams: shape('team', { short: 'name' }),
  tags: shape('tag', { short: 'name' }),
  custom_fields: shape('custom_field', { listed: { options: () => option, enum_options: () => option } }),
  projects: project,
  project_templates: shape('project_template', { readers: projectTemplateReaders }),
  portfolios: shape('portfolio', {
    listed: {
      ...accessRequests,
      items: () => item,
      custom_fields: () => setting,
      ...statuses,
    },
  }),
  goals: shape('goal', {
    listed: {
      supported_by: () => support,
      comments: () => comment,
      ...statuses,
    },
  }),
  webhooks: shape('webhook'),
}

/**
 * A portfolio is an ordered collection of projects and other portfolios, shared with users and teams. A portfolio gives no
 * access to its items, unless a project inherits it (`project_portfolio_setting.ts`).
 */
import { forbidden, notAllowed, unknownObject } from '../../lib/errors.ts'
import { allows } from '../../policy/rights.ts'
import { getForUpdate, insert, update as set } from '../../store/change.ts'
import { isOpen } from '../../store/queries/roles/openness.ts'
import {
  computed,
  constant,
  date,
  flag,
  many,
  one,
  oneOf,
  text,
  timestamp,
  type Values,
} from '../../vocabulary/field.ts'
import {
  create,
  get,
  list,
  listing,
  type PermissionNeed,
  type ReadCall,
  remove,
  update,
  type WriteCall,
} from '../../vocabulary/operation.ts'
import { type creatable, resource, type updatable } from '../../vocabulary/resource.ts'
import { customFieldsOf } from '../fields/rules/value_fields.ts'
import { customFieldValuesInput } from '../fields/rules/value_input.ts'
import { setValues } from '../fields/rules/values.ts'
import { linksInWorkspace } from '../people/rules/permalink.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { addOwnMembers } from '../sharing/rules/own_members.ts'
import { colors } from '../work/rules/appearance.ts'
import { lockMembers } from '../work/rules/membership.ts'
import { portfolioItems } from './rules/item_changes.ts'
import { portfolioLevels } from './rules/portfolio_members.ts'
import { newPortfolio, type PortfolioState, settlePortfolio } from './rules/portfolio_state.ts'

export const portfolio = resource('portfolio', {
  doc: 'An ordered collection of projects and other portfolios.',
  guard: 'portfolio',
  cached: true,
  changes: { addedTo: { workspace: 'workspace' }, streams: ['workspace'], relations: [portfolioItems] },
  fields: {
    name: text({ compact: true, write: 'always', max: 1024, doc: 'The name of the portfolio.' }),
    archived: flag({ optIn: true, write: 'always', doc: 'Whether the portfolio is archived. It stays writable.' }),
    color: oneOf(colors, { write: 'always', nullable: true, doc: 'The colour, or null.' }),
    created_at: timestamp({ doc: 'When the portfolio was created.' }),
    created_by: one('user', { skipAccessCheck: true, doc: 'The user who created it.' }),
    current_status_update: one('status_update', {
      skipAccessCheck: true,
      nullable: true,
      doc: 'The latest status update, or null.',
    }),
    custom_field_settings: many('custom_field_setting', {
      through: { table: 'custom_field_settings', from: 'parent', to: 'gid', order: 'rank' },
      doc: 'The custom fields of the items of the portfolio.',
    }),
    custom_fields: customFieldsOf('item_fields', {
      doc: 'The custom fields of the portfolio itself, each with its value: those of the portfolios that contain it.',
    }),
    due_on: date({ write: 'always', nullable: true, doc: 'The day on which the portfolio is due.' }),
    start_on: date({ write: 'always', nullable: true, doc: 'The day on which the portfolio starts.' }),
    public: flag({
      write: 'always',
      doc: 'The older form of `privacy_setting`: whether the whole workspace has access.',
    }),
    privacy_setting: oneOf(['public_to_domain', 'members_only'], {
      write: 'always',
      doc: 'Who has access, in addition to the members.',
    }),
    default_access_level: oneOf(portfolioLevels, {
      write: 'always',
      doc: 'The access level of new members, and of users who have access through the workspace.',
    }),
    members: many('user', {
      through: { table: 'portfolio_memberships', from: 'portfolio', to: 'member' },
      skipAccessCheck: true,
      doc: 'The users who are members.',
    }),
    owner: one('user', {
      skipAccessCheck: true,
      nullable: true,
      doc: 'The user who is responsible for the portfolio: its creator.',
    }),
    workspace: one('workspace', {
      skipAccessCheck: true,
      write: 'create',
      need: 'edit',
      required: true,
      doc: 'The workspace. Cannot change.',
    }),
    permalink_url: computed(['workspace'], linksInWorkspace('portfolio'), {
      cacheable: true,
      doc: 'The address of the portfolio in the app.',
    }),
    project_templates: constant([], { shape: { name: true }, doc: 'The project templates in the portfolio.' }),
  },
})

type PortfolioFields = (typeof portfolio)['fields']
type CreatePortfolioCall = WriteCall<unknown, Values<ReturnType<typeof creatable<PortfolioFields>>>>
type UpdatePortfolioCall = WriteCall<
  { portfolio_gid: number },
  Values<ReturnType<typeof updatable<PortfolioFields>>> & Values<typeof customFieldValuesInput>
>

async function createPortfolio({ body, tx, actor }: CreatePortfolioCall): Promise<number> {
  const { workspace } = body
  await mustHaveFeature(tx, workspace, 'portfolios')
  // A service account sees every portfolio and is a member of none.
  const owner = actor.kind === 'service' ? null : actor.gid
  const state = settlePortfolio(newPortfolio, body)
  if (owner !== null) await lockMembers(tx, workspace, [owner], () => 'workspace')
  const gid = tx.gid()
  await insert(tx, 'portfolios', {
    ...{ gid, workspace, owner, ...state, current_status_update: null },
    ...{ created_by: actor.gid, created_at: tx.now, deleted_at: null, deleted_by: null },
  })
  if (owner !== null) await addOwnMembers(tx, { type: 'portfolio', gid, workspace }, [owner], 'admin')
  return gid
}

// wire: docs "Portfolio permissions": editors change what is in it and its look, admins everything else
const editorFields: readonly (keyof PortfolioState)[] = ['color']

async function updatePortfolio({ body, path, rights, tx, actor }: UpdatePortfolioCall): Promise<void> {
  const gid = path.portfolio_gid
  const before = await getForUpdate(tx, 'portfolios', gid)
  const after = settlePortfolio(before, body)
  // Only differences are checked: clients read a portfolio, change one member, and send all members back.
  const changed = (Object.keys(after) as (keyof PortfolioState)[]).filter(name => after[name] !== before[name])
  if (changed.some(name => !editorFields.includes(name)) && !allows(rights.portfolio_gid, 'admin')) {
    throw notAllowed('Only admins of this portfolio can change its name, its dates, and who has access.')
  }
  if (changed.length > 0) await set(tx, 'portfolios', { gid }, after)
  if (body.custom_fields !== undefined) await setValues(tx, actor, { type: 'portfolio', gid }, body.custom_fields)
}

async function deletePortfolio({ path, tx, actor }: WriteCall<{ portfolio_gid: number }>): Promise<void> {
  const { gid, deleted_at } = await getForUpdate(tx, 'portfolios', path.portfolio_gid)
  if (deleted_at !== null) throw unknownObject('portfolio', gid)
  await set(tx, 'portfolios', { gid }, { deleted_at: tx.now, deleted_by: actor.gid })
}

// wire: contract: users list their own portfolios; service accounts those of anyone, or all
const portfoliosWhere = listing(
  'portfolio',
  ({ query, actor }: ReadCall<unknown, { workspace: number; owner?: number }>) => {
    const { workspace, owner = actor.kind === 'service' ? undefined : actor.gid } = query
    if (actor.kind !== 'service' && owner !== actor.gid) throw forbidden('user')
    return { where: { workspace, ...(owner === undefined ? {} : { owner }) }, order: ['gid'], guarded: true }
  },
)

/** Whether the call opens the portfolio to its workspace: clients also send back what they have read. */
const opens: PermissionNeed['applies'] = async ({ reader, path: { portfolio_gid: gid }, body }) => {
  const setting = body.privacy_setting ?? (body.public === true ? 'public_to_domain' : undefined)
  return setting === 'public_to_domain' && !(gid !== undefined && (await isOpen(reader, 'portfolio', gid)))
}

export const operations = [
  list('/portfolios', portfolio, {
    id: 'getPortfolios',
    doc: 'Lists the portfolios that the caller owns in a workspace. Service accounts can list those of any owner, or all.',
    query: {
      workspace: one('workspace', { required: true, doc: 'The workspace.' }),
      owner: one('user', { doc: 'The owner: the caller, unless it is a service account.' }),
    },
    execute: portfoliosWhere,
  }),
  create('/portfolios', portfolio, {
    id: 'createPortfolio',
    doc: 'Creates a portfolio in a workspace; the caller becomes its owner and first member.',
    permissions: [{ name: 'create_portfolio' }, { name: 'share_portfolios_with_org', applies: opens }],
    execute: createPortfolio,
  }),
  get('/portfolios/{portfolio_gid}', portfolio, { id: 'getPortfolio', doc: 'Gets a portfolio.' }),
  update('/portfolios/{portfolio_gid}', portfolio, {
    id: 'updatePortfolio',
    doc: 'Updates the given fields of a portfolio.',
    permissions: [{ name: 'share_portfolios_with_org', applies: opens }],
    body: customFieldValuesInput,
    execute: updatePortfolio,
  }),
  remove('/portfolios/{portfolio_gid}', portfolio, {
    id: 'deletePortfolio',
    doc: 'Deletes a portfolio. Its items stay.',
    needs: { portfolio_gid: 'admin' },
    execute: deletePortfolio,
  }),
]

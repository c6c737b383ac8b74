/** `GET /-/records`: objects of one type by their gids, to load again what the live stream names. */
import { invalid, missingInput } from '../../../lib/errors.ts'
import { parseGid } from '../../../lib/gid.ts'
import type { Name } from '../../../names.ts'
import { allows, rights } from '../../../policy/rights.ts'
import { type Feature, planHas } from '../../../resources/people/rules/plan.ts'
import { plansOf } from '../../../store/queries/lists/plans.ts'
import { type Position, positionsOf } from '../../../store/queries/lists/positions.ts'
import { type ConsoleRoute, type SessionCall, sessionRoute } from '../route.ts'
import { askedIn, showObjects } from './shown.ts'

const MAX_GIDS = 200

/**
 * The types that the API reads by gid after a check of its own: the feature that the plan of the organization must
 * include, or null if the check is one of rights.
 */
const checked: Partial<Record<Name, Feature | null>> = {
  ...{ user: null, webhook: null, goal: 'goals', project_brief: 'project_briefs' },
  ...{ allocation: 'allocations', budget: 'budgets', rate: 'rates' },
}

function typeIn({ console, query: { type } }: SessionCall): Name {
  if (type === undefined || type === '') throw missingInput('type')
  const known = [...console.readableTypes, ...(Object.keys(checked) as Name[])].find(name => name === type)
  if (!known) throw invalid('type', 'Not a type of objects that can be read by gid')
  return known
}

/** A gid of the query. Throws 400. */
function gidIn(name: string, text: string): number {
  const gid = parseGid(text)
  if (gid === undefined) throw invalid(name, `Not a recognized ID: ${text.slice(0, 100).toWellFormed()}`)
  return gid
}

function gidsIn({ query: { gids = '' } }: SessionCall): number[] {
  if (gids === '') throw missingInput('gids')
  const texts = gids.split(',', MAX_GIDS + 1)
  if (texts.length > MAX_GIDS) throw invalid('gids', `At most ${MAX_GIDS} can be sent`)
  return [...new Set(texts.map(text => gidIn('gids', text.trim())))]
}

/** Those of these objects whose organization has the feature that its plan must include. */
async function inPlan({ console }: SessionCall, type: Name, gids: number[]): Promise<number[]> {
  const feature = checked[type]
  if (!feature) return gids
  const plans = await plansOf(console.store.read, type, gids)
  return gids.filter(gid => planHas(plans.get(gid) ?? '', feature))
}

const presentPosition = ({ list, section, rank }: Position) => ({
  ...{ list: String(list), section: section === null ? null : String(section), rank },
})

/** The body. It is text, because the objects are. */
async function recordsOf(call: SessionCall): Promise<string> {
  const { console, actor, query } = call
  const { read } = console.store
  const [type, gids, asked] = [typeIn(call), gidsIn(call), askedIn(call, 'full')]
  const only = query.list === undefined ? undefined : gidIn('list', query.list)
  const positions = await positionsOf(read, actor.gid, type, gids)
  const access = await rights(read, actor.gid, type, gids)
  const allowed = await inPlan(call, type, gids)
  const objects = (await showObjects(call, type, allowed, asked)).filter(({ gid }) => allows(access.get(gid), 'view'))
  const shown = objects.map(({ gid, first, rest }) => {
    const own = positions?.get(gid)?.filter(({ list }) => only === undefined || list === only) ?? []
    const lists = positions ? `,"lists":${JSON.stringify(own.map(presentPosition))}` : ''
    return `{${first},"my_access":"${access.get(gid)}"${lists}${rest}`
  })
  const found = new Set(objects.map(({ gid }) => gid))
  const missing = gids.filter(gid => !found.has(gid)).map(String)
  return `{"data":[${shown.join()}],"missing":${JSON.stringify(missing)}}`
}

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/records', {
    doc:
      'Objects by their gids: `?type=` is a type that the API reads by gid, such as `task`; `&gids=` at most 200 gids, with ' +
      'commas in between; `&fields=` as for a list, by default all. The response is `{data: […], missing: [gid]}`, in the ' +
      'order of the gids; `missing` are those that do not exist, that the caller cannot see, or whose type the plan lacks. Each object has ' +
      '`my_access`: `view`, `comment`, `edit` or `admin`. Tasks, sections, projects and portfolios have ' +
      '`lists: [{list, section, rank}]`: their positions in the projects, My Tasks, parent tasks and portfolios that the ' +
      'caller can see; with `&list=` in that one alone. No cost is charged.',
    execute: async call => ({ text: await recordsOf(call) }),
  }),
]

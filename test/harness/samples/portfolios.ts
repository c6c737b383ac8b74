/** Portfolios for tests. */
import type { Name } from '../../../src/names.ts'
import { insert } from '../../../src/store/change.ts'
import { ok } from '../sample.ts'
import { makeProject } from '../work.ts'
import { type Json, type Person, type World, world } from '../world.ts'

export type PortfolioLevel = 'admin' | 'editor' | 'viewer'

/** Gives a person, or a team by its gid, a level on a portfolio. */
export const shareWith = (
  { store, workspace: home }: Pick<World, 'store' | 'workspace'>,
  portfolio: string,
  member: Pick<Person, 'gid'>,
  access_level: PortfolioLevel,
): Promise<void> =>
  store.write(tx =>
    insert(tx, 'portfolio_memberships', {
      ...{ gid: tx.gid(), portfolio: Number(portfolio), member: Number(member.gid), workspace: Number(home) },
      access_level,
    }),
  )

/** A portfolio of Ann with an editor and a viewer, and a private project of Ann in it. */
export async function portfolioOffice(options: Parameters<typeof world>[0] = {}) {
  const all = await world(options)
  const { ann, workspace, person } = all
  const [editor, viewer] = [await person('Edi'), await person('Vie')]
  const portfolio = await ann.create('/portfolios', { workspace, name: 'Portfolio' })
  await shareWith(all, portfolio, editor, 'editor')
  await shareWith(all, portfolio, viewer, 'viewer')
  const { gid: project } = await makeProject(all, { members: [[ann, 'admin']] })
  const addItem = (item: string, more: Json = {}) => ann.post(`/portfolios/${portfolio}/addItem`, { item, ...more })
  await ok(addItem(project))
  /** The gid of the setting of a project in the portfolio. */
  const settingOf = async (gid: string): Promise<string> =>
    (await ok(ann.get(`/projects/${gid}/project_portfolio_settings`))).data[0].gid
  /** Whether the project inherits the access of the portfolio from now on. */
  const inherit = async (is_access_control_inherited = true, gid = project) =>
    ok(ann.put(`/project_portfolio_settings/${await settingOf(gid)}`, { is_access_control_inherited }))
  return { ...all, editor, viewer, portfolio, project, addItem, settingOf, inherit }
}

type NamedObjects = [type: Name, gid: string][]

/** Records an object, and the objects that it shows. */
type AddObject = (title: string, type: Name, gid: string, names?: NamedObjects) => unknown

/** Creates portfolios by privacy and by level, shared with a team, and what depends on them. */
export async function addPortfolios({ ann, workspace, store }: World, team: string, add: AddObject): Promise<void> {
  for (const [privacy_setting, level] of [
    ['members_only', 'editor'],
    ['public_to_domain', 'viewer'],
  ] as const) {
    const gid = await ann.create('/portfolios', { workspace, name: 'Portfolio', privacy_setting })
    const row = { portfolio: Number(gid), member: Number(team), workspace: Number(workspace), access_level: level }
    await store.write(tx => insert(tx, 'portfolio_memberships', { gid: tx.gid(), ...row }))
    const title = privacy_setting
    add(`portfolio, ${title}`, 'portfolio', gid)
    const names: NamedObjects = [['portfolio', gid]]
    const { data } = await ok(ann.get(`/portfolios/${gid}/portfolio_memberships`))
    add(`portfolio_membership, ${title}`, 'portfolio_membership', data[0].gid, names)
    for (const is_access_control_inherited of [false, true]) {
      const what = is_access_control_inherited ? 'inheriting' : 'not inheriting'
      const project = await ann.create('/projects', { workspace, name: 'Item', privacy_setting: 'private' })
      await ok(ann.post(`/portfolios/${gid}/addItem`, { item: project }))
      const setting = (await ok(ann.get(`/projects/${project}/project_portfolio_settings`))).data[0].gid
      await ok(ann.put(`/project_portfolio_settings/${setting}`, { is_access_control_inherited }))
      add(`project of it, private, ${what}`, 'project', project)
      add(`setting of it, ${what}`, 'project_portfolio_setting', setting, [...names, ['project', project]])
    }
  }
}

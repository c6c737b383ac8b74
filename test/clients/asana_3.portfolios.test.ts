/** The official JavaScript client, npm `asana` 3.2.0, unmodified, plans a portfolio. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listeningWorld } from '../harness/clients/listening.ts'
import { packages } from '../harness/packages.ts'
import type { Json } from '../harness/world.ts'

const { skip, load } = await packages('test/clients/asana')
const asana = load('asana')

async function client() {
  const world = await listeningWorld()
  const { instance } = asana.ApiClient
  instance.basePath = `${world.origin}/api/1.0`
  instance.authentications.token.accessToken = world.ann.token
  const portfolios = new asana.PortfoliosApi()
  const projects = new asana.ProjectsApi()
  return { ...world, portfolios, projects }
}

const gidsIn = (page: Json): string[] => page.data.map(({ gid }: Json) => gid)

test('asana 3.2.0 plans a portfolio: items in order, members, values, and access for its members', {
  skip,
}, async () => {
  const { ann, ben, workspace, portfolios, projects } = await client()
  const [settings, memberships] = [new asana.ProjectPortfolioSettingsApi(), new asana.PortfolioMembershipsApi()]
  const made = await portfolios.createPortfolio({ data: { workspace, name: 'Orchards', color: 'light-green' } }, {})
  const portfolio = made.data.gid
  const make = async (name: string): Promise<string> =>
    (await projects.createProject({ data: { workspace, name } }, {})).data.gid
  const [apples, pears] = [await make('Apples'), await make('Pears')]
  await portfolios.addItemForPortfolio({ data: { item: apples } }, portfolio)
  await portfolios.addItemForPortfolio({ data: { item: pears, insert_before: apples } }, portfolio)
  assert.deepEqual(gidsIn(await portfolios.getItemsForPortfolio(portfolio, { limit: 10 })), [pears, apples])
  const listed: string[] = []
  const collection = await portfolios.getItemsForPortfolio(portfolio, { limit: 1 })
  for (let page = collection; page.data; page = await page.nextPage()) listed.push(...gidsIn(page))
  assert.deepEqual(listed, [pears, apples])

  const field = { name: 'Trees', resource_subtype: 'number', precision: 0 }
  const added = await portfolios.addCustomFieldSettingForPortfolio({ data: { custom_field: field } }, portfolio)
  const trees = added.data.custom_field.gid
  await projects.updateProject({ data: { custom_fields: { [trees]: 40 } } }, apples, {})
  const opt_fields = 'name,custom_fields.number_value'
  const items = (await portfolios.getItemsForPortfolio(portfolio, { opt_fields })).data
  assert.deepEqual(
    items.map(({ name, custom_fields: [value] }: Json) => [name, value.number_value]),
    [
      ['Pears', null],
      ['Apples', 40],
    ],
  )
  await portfolios.updatePortfolio({ data: { name: 'All orchards' } }, portfolio, {})
  const shared = await portfolios.addMembersForPortfolio({ data: { members: ben.gid } }, portfolio, {})
  assert.deepEqual(
    shared.data.members.map(({ name }: Json) => name),
    ['Ann', 'Ben'],
  )
  assert.equal((await memberships.getPortfolioMemberships({ portfolio })).data.length, 2)
  assert.equal((await ben.get(`/projects/${apples}`)).status, 404)
  const [setting] = gidsIn(await settings.getProjectPortfolioSettingsForProject(apples, {}))
  await settings.updateProjectPortfolioSetting({ data: { is_access_control_inherited: true } }, setting, {})
  assert.equal((await ben.get(`/projects/${apples}`)).data.name, 'Apples')

  await portfolios.removeItemForPortfolio({ data: { item: pears } }, portfolio)
  const own = await portfolios.getPortfolios(workspace, { owner: 'me' })
  assert.deepEqual([gidsIn(own), own.data[0].name], [[portfolio], 'All orchards'])
  await portfolios.deletePortfolio(portfolio)
  await assert.rejects(portfolios.getPortfolio(portfolio, {}), ({ status }: Json) => status === 404)
  assert.equal((await ann.get(`/projects/${apples}`)).status, 200)
})

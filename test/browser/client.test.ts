/** The typed client in a browser: a page of another origin calls the API of the program. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderFor, startProgram } from '../harness/program.ts'
import { clientFolder } from '../typed_client/built.ts'
import { untilEqual } from './launch.ts'
import { openVisitor, skip, startBrowser } from './visitor.ts'

/** The program of the page: creates, uploads, lists, and receives an error and its headers. */
const program = `async ({ url, token }) => {
  const { Workloom, WorkloomError, verifyWebhook } = await import('/client.js')
  const w = new Workloom({ url, token })
  const { name, workspaces: [workspace] } = await w.getUser('me')
  const project = await w.createProject({ data: { name: 'From a page', workspace: workspace.gid } })
  const names = []
  for (const name of ['a', 'b', 'c']) await w.createTask({ data: { name, projects: [project.gid] } })
  for await (const task of w.getTasks({ project: project.gid, limit: 2, opt_fields: ['name'] })) names.push(task.name)
  const task = await w.createTask({ data: { name: 'd', projects: [project.gid] } })
  const file = await w.createAttachmentForTask(task.gid, { data: { file: new File(['x'], 'x.txt') } })
  await w.updateTask(task.gid, { data: { completed: true } })
  await w.deleteTask(task.gid)
  const error = await w.getTask('1').catch(error => error)
  const signed = await verifyWebhook('secret', 'body', 'dc46983557fea127b43af721467eb9b3fde2338fe3e14f51952aa8478c13d355')
  return { name: typeof name, names, file: file.name, known: error instanceof WorkloomError, status: error.status, signed }
}`

test('a page of another origin creates, lists, uploads, changes and deletes through the client', { skip }, async t => {
  const folder = await clientFolder({})
  const code = readFileSync(join(folder, 'node_modules/workloom/dist/client/index.js'))
  const pages = createServer((request, response) => {
    const isCode = request.url === '/client.js'
    response.setHeader('content-type', isCode ? 'text/javascript' : 'text/html')
    response.end(isCode ? code : '<!doctype html><link rel="icon" href="data:,"><title>A page</title>')
  })
  t.after(() => pages.close())
  await once(pages.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
  const { url, token } = await startProgram(t, ['--data', folderFor(t)])
  const site = { browser: await startBrowser(), server: { url: origin, link: '' } }
  const { page } = await openVisitor(t, site, { allowed: [url] })
  await page.goto('/')
  const expected = { name: 'string', names: ['c', 'b', 'a'], file: 'x.txt', known: true, status: 404, signed: true }
  await untilEqual(() => page.evaluate(`(${program})(${JSON.stringify({ url, token })})`), expected)
})

/** Spans, as a collector on the loopback interface receives them. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Receiver, receiver } from '../../test/harness/receiver.ts'
import { type Json, world } from '../../test/harness/world.ts'
import { createWorker } from '../jobs/worker.ts'
import { schedule } from '../store/queries/jobs/queue.ts'
import { currentContext } from './context.ts'
import { aroundJobs, type Observer, observedWebhookClient } from './observer.ts'
import { createTraces } from './traces.ts'

/** Traces that are exported to a separate collector. */
async function traced(variables: Record<string, string> = {}) {
  const collector = await receiver(response => response.end('{}'))
  const given: Record<string, string> = { OTEL_EXPORTER_OTLP_ENDPOINT: new URL(collector.url).origin, ...variables }
  const logged: Json[] = []
  const log = (line: Json) => void logged.push(line)
  // The library reads the environment of the process when it is created.
  Object.assign(process.env, given)
  const traces = await createTraces({ environment: given, version: '1.2.3', log })
  for (const name of Object.keys(given)) delete process.env[name]
  assert.ok(traces)
  const observer: Observer = { metrics: null, traces }
  /** Closes the traces and returns what the collector received. */
  const spans = async () => {
    await new Promise(resolve => setImmediate(resolve))
    await traces.close()
    return spansOf(collector)
  }
  return { observer, traces, logged, spans, collector }
}

interface ExportedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  kind: number
  status: number
  attributes: Record<string, unknown>
  resource: Record<string, unknown>
}

const plain = (attributes: Json[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value as Json)[0]]))

function spansOf({ requests }: Receiver): ExportedSpan[] {
  const exported = requests.flatMap(({ body }) => (JSON.parse(body) as Json).resourceSpans as Json[])
  return exported.flatMap(({ resource, scopeSpans }) =>
    (scopeSpans as Json[]).flatMap(({ spans }) =>
      (spans as Json[]).map(({ name, traceId, spanId, parentSpanId, kind, status, attributes }) => ({
        ...{ name, traceId, spanId, parentSpanId, kind, status: status.code, attributes: plain(attributes) },
        resource: plain(resource.attributes),
      })),
    ),
  )
}

/** Numbers of the protocol. */
const [INTERNAL, SERVER, CLIENT, CONSUMER] = [1, 2, 3, 5]
const ERROR = 2

test('a request is a span with its route pattern and no sensitive attributes', async () => {
  const { observer, spans, collector } = await traced()
  const { ann, workspace } = await world({ observer })
  await ann.post('/tags?opt_fields=name', { name: 's3cret', workspace })
  await ann.get('/tags/12?access_token=s3cret')
  const [post, get] = (await spans()).filter(({ kind }) => kind === SERVER) as [ExportedSpan, ExportedSpan]
  assert.deepEqual([post.name, get.name], ['POST /api/1.0/tags', 'GET /api/1.0/tags/{tag_gid}'])
  const { 'workloom.request': id, ...attributes } = get.attributes
  assert.match(String(id), /^[0-9a-f-]{36}$/)
  assert.deepEqual(attributes, {
    ...{ 'http.request.method': 'GET', 'url.path': '/api/1.0/tags/12', 'url.scheme': 'http' },
    ...{ 'http.route': '/api/1.0/tags/{tag_gid}', 'workloom.operation': 'getTag', 'http.response.status_code': 404 },
  })
  assert.equal(get.status, 0, 'an error of the client is not a failure')
  assert.notEqual(post.traceId, get.traceId)
  assert.doesNotMatch(JSON.stringify(collector.requests), /s3cret|Bearer|ann@example/)
})

test('a write is a child span of its request, also when several share a commit', async () => {
  const { observer, spans } = await traced()
  const { ann, ben, workspace } = await world({ observer })
  // The first request also records the use of the token.
  await Promise.all([ann.get('/users/me'), ben.get('/users/me')])
  const makes = (name: string) => (name < 'm' ? ann : ben).post('/tags', { name, workspace })
  await Promise.all(['a', 'b', 'x', 'y'].map(makes))
  const all = await spans()
  const requests = all.filter(({ name }) => name === 'POST /api/1.0/tags')
  assert.equal(requests.length, 4)
  for (const { spanId, traceId } of requests) {
    const below = all.filter(({ parentSpanId }) => parentSpanId === spanId)
    assert.deepEqual(
      below.map(({ name, kind, traceId }) => [name, kind, traceId]),
      [['store.write', INTERNAL, traceId]],
    )
  }
})

test('a failure is recorded in its span by the class of the error', async () => {
  const { observer, spans, collector } = await traced()
  const { ann, store, workspace } = await world({ observer })
  const broken = () => Promise.reject(new RangeError('s3cret'))
  Object.assign(store.read, { first: broken, all: broken })
  await ann.put(`/workspaces/${workspace}`, { name: 'b' })
  await assert.rejects(store.write(() => Promise.reject(new TypeError('s3cret'))))
  const failed = (await spans()).filter(({ status }) => status === ERROR)
  const words = failed.map(({ kind, attributes }) => [kind, attributes['error.type']])
  assert.deepEqual(new Map(words as [number, unknown][]).get(SERVER), '500')
  assert.ok(words.some(([kind]) => kind === INTERNAL))
  assert.doesNotMatch(JSON.stringify(collector.requests), /s3cret/)
})

test('a valid traceparent header is used, an invalid one is ignored', async () => {
  const { observer, spans } = await traced()
  const { send } = await world({ observer })
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  const parent = '00f067aa0ba902b7'
  const ask = (traceparent: string) =>
    send({ method: 'GET', url: '/healthz', headers: { traceparent, tracestate: 'a=b' } })
  await ask(`00-${trace}-${parent}-01`)
  await ask(`00-${trace}-${parent}-00`)
  const zeros = '0'.repeat(32)
  for (const wrong of [
    '',
    'x',
    `ff-${trace}-${parent}-01`,
    `00-${zeros}-${parent}-01`,
    `00-${trace}-${zeros.slice(16)}-01`,
  ]) {
    await ask(wrong)
  }
  await ask(`00-${trace.toUpperCase()}-${parent}-01`)
  const [followed, ...others] = (await spans()).filter(({ kind }) => kind === SERVER)
  assert.deepEqual([followed?.traceId, followed?.parentSpanId], [trace, parent])
  assert.equal(others.length, 6, 'an unsampled parent is respected')
  for (const { traceId, parentSpanId } of others) assert.ok(traceId !== trace && !parentSpanId)
})

test('the standard variables set the resource attributes and the sampling', async () => {
  const attributes = 'deployment.environment.name=test,team=a%20b%2Cc,broken,=x,bad=%zz'
  const named = await traced({
    OTEL_SERVICE_NAME: 'mine',
    OTEL_RESOURCE_ATTRIBUTES: `service.name=other,${attributes}`,
  })
  named.traces.begin('INTERNAL', 'x', {}, null).end({})
  assert.deepEqual((await named.spans())[0]?.resource, {
    ...{ 'service.name': 'mine', 'service.version': '1.2.3' },
    ...{ 'deployment.environment.name': 'test', team: 'a b,c', bad: '%zz' },
  })
  const plainly = await traced()
  plainly.traces.begin('INTERNAL', 'x', {}, null).end({})
  assert.equal((await plainly.spans())[0]?.resource['service.name'], 'workloom')
  const silent = await traced({ OTEL_TRACES_SAMPLER: 'always_off' })
  silent.traces.begin('INTERNAL', 'x', {}, null).end({})
  assert.deepEqual(await silent.spans(), [])
})

test('there are no traces without the standard variables, or when one disables them', async () => {
  const endpoint = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:1/v1/traces' }
  const log = () => assert.fail()
  for (const environment of [
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
    { OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_on' },
    { ...endpoint, OTEL_SDK_DISABLED: 'true' },
    { ...endpoint, OTEL_SDK_DISABLED: ' TRUE ' },
    { ...endpoint, OTEL_TRACES_EXPORTER: 'none' },
    { ...endpoint, OTEL_TRACES_EXPORTER: 'console' },
  ]) {
    assert.equal(await createTraces({ environment, version: '', log }), null, JSON.stringify(environment))
  }
})

test('an unreachable collector is logged, and delays no request', async () => {
  const { observer, logged, traces } = await traced({
    ...{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:1/v1/traces', OTEL_EXPORTER_OTLP_TIMEOUT: '200' },
  })
  const { ann } = await world({ observer })
  assert.equal((await ann.get('/users/me')).status, 200)
  await new Promise(resolve => setImmediate(resolve))
  await traces.close()
  assert.match(JSON.stringify(logged), /Exporting traces failed\..*(?:ECONNREFUSED|timed out|connect)/i)
})

test('a job is a separate trace with a span for the call of a target, which gets no trace header', async () => {
  const { observer, spans, collector } = await traced()
  const { store, clock } = await world({ observer })
  const sent: Json[] = []
  const post = observedWebhookClient(async (_target: string, headers: Record<string, string>) => {
    sent.push(headers)
    return { status: 500, isRefused: false }
  }, observer)
  const run = async () => {
    await post('https://hooks.example.com/s3cret?token=s3cret', { 'X-Hook-Signature': 'x' }, '{}')
    assert.equal(currentContext()?.kind, 'job')
    return undefined
  }
  const log = (line: Json) => assert.fail(JSON.stringify(line))
  const around = aroundJobs(observer)
  const worker = createWorker({ store, clock: () => clock.now, kinds: { call: { perform: run } }, log, around })
  await store.write(tx => schedule(tx, 'call', 7, tx.now))
  clock.now += 1000
  await worker.tick()
  const all = await spans()
  const job = all.find(({ kind }) => kind === CONSUMER)
  const call = all.find(({ kind }) => kind === CLIENT)
  assert.deepEqual([job?.name, job?.parentSpanId, job?.status], ['job call', undefined, 0])
  assert.deepEqual([call?.name, call?.traceId, call?.parentSpanId], ['POST', job?.traceId, job?.spanId])
  assert.deepEqual(call?.attributes, {
    ...{ 'http.request.method': 'POST', 'server.address': 'hooks.example.com' },
    ...{ 'http.response.status_code': 500, 'error.type': '5xx' },
  })
  assert.deepEqual(sent, [{ 'X-Hook-Signature': 'x' }])
  assert.doesNotMatch(JSON.stringify(collector.requests), /s3cret/)
})

test('libraries for metrics and traces are not loaded unless enabled', () => {
  const script = `
    import { createRequire } from 'node:module'
    await import('./src/app.ts')
    const { createObservability } = await import('./src/cli/observability.ts')
    const isOn = process.argv[1] === 'on'
    const settings = { logLevel: 'info', metricsToken: isOn ? 'sixteen letters!' : undefined }
    const environment = isOn ? { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' } : {}
    await createObservability(settings, { clock: Date.now, printError() {}, environment, version: '' })
    const loaded = Object.keys(createRequire(import.meta.url).cache).join('\\n')
    console.log(/prom-client/.test(loaded), /opentelemetry/.test(loaded))
    process.exit()`
  const loads = (how: string) => {
    const line = ['--input-type=module-typescript', '-e', script, how]
    const { stdout, stderr } = spawnSync(process.execPath, line, { cwd: join(import.meta.dirname, '../..') })
    return `${stdout}${stderr}`.trim()
  }
  assert.deepEqual([loads('off'), loads('on')], ['false false', 'true true'])
})

/**
 * Traces for OpenTelemetry: a span for each request and job, with child spans for what takes time. The library reads the
 * destination and the sampling rate from the standard environment variables.
 * Invariants:
 * - without those variables nothing is loaded;
 * - a span contains no query, no body and no header, and of people only their gids.
 */
import type { Attributes, Context, SpanKind } from '@opentelemetry/api'
import { withTimeout } from '../lib/clock.ts'
import type { Log } from './log.ts'

type TraceEnvironment = Record<string, string | undefined>

export interface Span {
  /** The context in which child spans begin. */
  context: Context
  /** The id of its trace. */
  trace: string
  /** Ends the span. `failure` is the class of the error, if it failed; `name` replaces its name. */
  end(attributes: Attributes, failure?: string, name?: string): void
}

export interface Traces {
  /** Begins a span, as a child of `parent` if there is one. */
  begin(kind: keyof typeof SpanKind, name: string, attributes: Attributes, parent: Context | null): Span
  /** The parent span in the headers `traceparent` and `tracestate` of a request; null without a valid one. */
  remoteParent(headers: Record<string, string | string[] | undefined>): Context | null
  /** Exports the remaining spans; gives up after `CLOSE_TIMEOUT_MS`. */
  close(): Promise<void>
}

interface TracesOptions {
  environment: TraceEnvironment
  version: string
  log: Log
}

const CLOSE_TIMEOUT_MS = 5000

/** Whether the standard variables enable traces. */
function isEnabled(environment: TraceEnvironment): boolean {
  const { OTEL_SDK_DISABLED: disabled = '', OTEL_TRACES_EXPORTER: exporter = 'otlp' } = environment
  const isSomewhere = environment.OTEL_EXPORTER_OTLP_ENDPOINT || environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  return Boolean(isSomewhere) && disabled.trim().toLowerCase() !== 'true' && exporter.split(',').includes('otlp')
}

/** The attributes of the process: `service.name` and those in OTEL_RESOURCE_ATTRIBUTES. */
function resourceOf(environment: TraceEnvironment, version: string): Attributes {
  const pairs = (environment.OTEL_RESOURCE_ATTRIBUTES ?? '').split(',').flatMap(pair => {
    const at = pair.indexOf('=')
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())]]
  })
  const { OTEL_SERVICE_NAME: name } = environment
  return {
    ...{ 'service.name': 'workloom', 'service.version': version },
    ...Object.fromEntries(pairs),
    ...(name && { 'service.name': name }),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Starts tracing, if the standard variables enable it. */
export async function createTraces({ environment, version, log }: TracesOptions): Promise<Traces | null> {
  if (!isEnabled(environment)) return null
  const [api, sdk, otlp] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  const logAs = (level: string) => (message: string) =>
    log({ level, message: 'Exporting traces failed.', cause: message })
  const ignore = () => {}
  const logger = { error: logAs('error'), warn: logAs('warn'), info: ignore, debug: ignore, verbose: ignore }
  api.diag.setLogger(logger, { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true })
  const attributes = resourceOf(environment, version)
  const resource = {
    attributes,
    merge: () => resource,
    getRawAttributes: () => Object.entries(attributes),
  } as OtelResource
  const spanProcessors = [new sdk.BatchSpanProcessor(new otlp.OTLPTraceExporter())]
  const provider = new sdk.NodeTracerProvider({ resource, spanProcessors })
  const tracer = provider.getTracer('workloom', version)
  return {
    begin: (kind, name, attributes, parent) => begin(api, tracer, { kind, name, attributes, parent }),
    remoteParent: headers => remoteParent(api, headers),
    async close() {
      await withTimeout(
        CLOSE_TIMEOUT_MS,
        provider.shutdown().catch(cause => logAs('error')(String(cause))),
        undefined,
      )
    },
  }
}

type OtelApi = typeof import('@opentelemetry/api')
type OtelSdk = typeof import('@opentelemetry/sdk-trace-node')
type OtelResource = NonNullable<NonNullable<ConstructorParameters<OtelSdk['NodeTracerProvider']>[0]>['resource']>

interface SpanOptions {
  kind: keyof typeof SpanKind
  name: string
  attributes: Attributes
  parent: Context | null
}

function begin(api: OtelApi, tracer: ReturnType<OtelApi['trace']['getTracer']>, options: SpanOptions): Span {
  const { kind, attributes, parent: parentContext } = options
  const parent = parentContext ?? api.ROOT_CONTEXT
  const span = tracer.startSpan(options.name, { kind: api.SpanKind[kind], attributes }, parent)
  return {
    context: api.trace.setSpan(parent, span),
    trace: span.spanContext().traceId,
    end(more, failure, name) {
      if (name !== undefined) span.updateName(name)
      span.setAttributes(more)
      if (failure !== undefined) {
        span.setAttribute('error.type', failure).setStatus({ code: api.SpanStatusCode.ERROR })
      }
      span.end()
    },
  }
}

/** Version 00 of the W3C recommendation "Trace Context"; later versions begin with the same members. */
const PARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/

function remoteParent(api: OtelApi, { traceparent, tracestate }: Record<string, string | string[] | undefined>) {
  const [, traceId = '', spanId = '', flags = ''] = PARENT.exec(String(traceparent ?? '')) ?? []
  const traceState = tracestate === undefined ? undefined : api.createTraceState(String(tracestate))
  const sent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true, traceState }
  return api.isSpanContextValid(sent) ? api.trace.setSpanContext(api.ROOT_CONTEXT, sent) : null
}

/** The log, metrics and traces of a server, by its settings. Libraries are loaded only if they are enabled. */
import type { Settings } from '../config/settings.ts'
import { createMetricsServer } from '../http/metrics.ts'
import { createLog, type Log } from '../observe/log.ts'
import { createMetrics, type Metrics } from '../observe/metrics.ts'
import type { Observer } from '../observe/observer.ts'
import { createTraces } from '../observe/traces.ts'
import type { ProgramContext } from './command.ts'
import { listen } from './listen.ts'
import { workerIndex } from './workers.ts'

export interface Observability {
  log: Log
  observer: Observer
  /** Whether the log has a line for each request. */
  logsRequests: boolean
  /** The server of the metrics, if they have a separate port. */
  metrics: { listen(): Promise<void>; close(): Promise<void> } | undefined
}

export async function createObservability(settings: Settings, program: ProgramContext): Promise<Observability> {
  const { logLevel: level, metricsPort, metricsToken, workers } = settings
  const { clock, printError, environment, version } = program
  const fields = workers > 1 ? { worker: workerIndex + 1 } : {}
  const log = createLog({ clock, level, fields, write: printError })
  const isMeasured = metricsPort !== undefined || metricsToken !== undefined
  const metrics = isMeasured ? await createMetrics({ version }) : null
  const traces = await createTraces({ environment, version, log })
  return {
    log,
    observer: { metrics, traces },
    logsRequests: level === 'debug',
    metrics:
      metrics && metricsPort !== undefined
        ? metricsServer(metrics, metricsPort && metricsPort + workerIndex, settings, log)
        : undefined,
  }
}

function metricsServer(
  metrics: Metrics,
  port: number,
  { host, metricsToken }: Settings,
  log: Log,
): Observability['metrics'] {
  const server = createMetricsServer(metrics, metricsToken)
  return {
    async listen() {
      const url = await listen(server, host, port, '--metrics-port')
      log({ level: 'info', message: 'Serving metrics.', url: `${url}/metrics` })
    },
    close: server.close,
  }
}

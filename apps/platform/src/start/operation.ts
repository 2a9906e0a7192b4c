import type { Readiness } from '../meter/readiness.ts'
import type { LogLosses, Metrics } from '../operation/metrics.ts'
import { type OperationServer, startOperationServer } from '../operation/operationServer.ts'
import { listenRefusal } from './listenRefusal.ts'

/** Address of the metrics. */
export interface MetricsAddress {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
}

/** The metrics of a platform, and the server at which they are read. */
export interface Operation extends OperationServer {
  readonly metrics: Metrics
}

/**
 * Starts the server for metrics. It is the first part to start and the last to stop, so that it tells of both. Rejects
 * with StartRefused when it cannot listen.
 */
export async function startOperation(
  at: MetricsAddress,
  readiness: Readiness,
  logOutput?: LogLosses,
): Promise<Operation> {
  // Only an installation that is measured loads the library.
  const { createMetrics } = await import('../operation/metrics.ts')
  const metrics = createMetrics(readiness, logOutput)
  try {
    return { metrics, ...(await startOperationServer(metrics, readiness, at)) }
  } catch (error) {
    throw listenRefusal(error, {
      host: { setting: 'GREENWAVE_METRICS_HOST', value: at.host },
      port: { setting: 'GREENWAVE_METRICS_PORT', value: at.port },
    })
  }
}

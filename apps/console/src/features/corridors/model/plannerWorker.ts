/** Plans corridors in a thread of its own, so that the page goes on meanwhile. */
import { type PlanRequest, plan } from './plannerSteps.ts'

addEventListener('message', ({ data }: MessageEvent<PlanRequest>) => plan(data, (message) => postMessage(message)))

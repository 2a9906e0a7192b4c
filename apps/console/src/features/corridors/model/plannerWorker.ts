/** Plans corridors in a thread of its own, so that the page goes on meanwhile. */
import type { ProposalRequest } from '@greenwave/coordination/proposal'
import { plan } from './plannerSteps.ts'

addEventListener('message', ({ data }: MessageEvent<ProposalRequest>) => plan(data, (message) => postMessage(message)))

/** @file The process of a command that works over the wire. */
import { runProcess } from '@greenwave/client/program/commandLine'

await runProcess(() => import('./commandLine.ts'))

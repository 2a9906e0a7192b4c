/** @file What a ThingsBoard says of its rule chains. Our platform has none, so these are not among its calls. */
import * as z from 'zod/mini'

/** Path of the first hundred rule chains of the tenant. */
export const RULE_CHAINS_PATH = '/api/ruleChains?pageSize=100&page=0&type=CORE'

/** Path of the nodes of a rule chain. */
export const ruleChainNodesPath = (ruleChainId: string): string =>
  `/api/ruleChain/${encodeURIComponent(ruleChainId)}/metadata`

/** A page of rule chains; messages of devices go to the root one unless their profile names another. */
export const RuleChains = z.looseObject({
  data: z.array(z.looseObject({ id: z.looseObject({ id: z.string() }), name: z.string(), root: z.boolean() })),
})

/** The nodes of a rule chain. */
export const RuleChainNodes = z.looseObject({
  nodes: z.array(z.looseObject({ type: z.string(), configuration: z.nullable(z.looseObject({})) })),
})

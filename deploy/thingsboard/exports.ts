/**
 * @file The shapes of what ThingsBoard 4.3 exports and imports as files, as far as the files of this folder use them: its
 * classes DefaultTenantProfileConfiguration, DeviceProfile, RuleChainMetaData, and the configurations of rule nodes.
 */
import * as z from 'zod'

/** Limits of rate: so many in so many seconds, one after the other, such as `100:1,3000:60`; null for none. */
const rateLimit = z
  .string()
  .regex(/^[1-9]\d*:[1-9]\d*(,[1-9]\d*:[1-9]\d*)*$/)
  .nullable()
/** A number of something; 0 for any number. */
const most = z.int().nonnegative()
const reference = z.null()

/** Kinds of fields of a tenant's profile, as `tenantProfileFields.json` names them. */
export const TENANT_PROFILE_FIELDS = {
  number: most,
  positive: z.int().positive(),
  rate: rateLimit,
  boolean: z.boolean(),
}

/** A profile of tenants. */
export const TenantProfileFile = z.strictObject({
  name: z.string().min(1),
  description: z.string(),
  default: z.literal(false),
  isolatedTbRuleEngine: z.boolean(),
  profileData: z.strictObject({
    // All its fields are in tenantProfileFields.json.
    configuration: z.looseObject({
      type: z.literal('DEFAULT'),
      transportDeviceMsgRateLimit: rateLimit,
      defaultStorageTtlDays: most,
      alarmsTtlDays: most,
    }),
    queueConfiguration: z.null(),
  }),
})

/** A profile of devices. Ids differ from one ThingsBoard to the next, so it refers to nothing. */
export const DeviceProfileFile = z.strictObject({
  name: z.string().min(1),
  description: z.string(),
  default: z.literal(false),
  type: z.literal('DEFAULT'),
  transportType: z.literal('DEFAULT'),
  provisionType: z.literal('DISABLED'),
  image: z.null(),
  defaultRuleChainId: reference,
  defaultDashboardId: reference,
  defaultQueueName: z.null(),
  profileData: z.strictObject({
    configuration: z.strictObject({ type: z.literal('DEFAULT') }),
    transportConfiguration: z.strictObject({ type: z.literal('DEFAULT') }),
    provisionConfiguration: z.strictObject({ type: z.literal('DISABLED'), provisionDeviceSecret: z.null() }),
    alarms: z.null(),
  }),
})

const nodeOf = <const Type extends string, Configuration extends z.ZodType>(
  type: Type,
  version: number,
  configuration: Configuration,
) =>
  z.strictObject({
    type: z.literal(`org.thingsboard.rule.engine.${type}`),
    name: z.string().min(1),
    configurationVersion: z.literal(version),
    configuration,
    additionalInfo: z.strictObject({ description: z.string().optional(), layoutX: z.int(), layoutY: z.int() }),
  })
const everyMessage = z.strictObject({ type: z.literal('ON_EVERY_MESSAGE') })

const RuleNode = z.discriminatedUnion('type', [
  nodeOf('filter.TbMsgTypeSwitchNode', 0, z.strictObject({ version: z.literal(0) })),
  nodeOf(
    'telemetry.TbMsgTimeseriesNode',
    1,
    // Seconds; 0: as the profile of the tenant says.
    z.strictObject({ defaultTTL: most, useServerTs: z.boolean(), processingSettings: everyMessage }),
  ),
  nodeOf(
    'telemetry.TbMsgAttributesNode',
    3,
    z.strictObject({
      scope: z.enum(['CLIENT_SCOPE', 'SHARED_SCOPE', 'SERVER_SCOPE']),
      notifyDevice: z.boolean(),
      sendAttributesUpdatedNotification: z.boolean(),
      updateAttributesOnlyOnValueChange: z.boolean(),
      processingSettings: everyMessage,
    }),
  ),
  nodeOf('rpc.TbSendRPCRequestNode', 0, z.strictObject({ timeoutInSeconds: z.int().positive() })),
])

/** A rule chain with its nodes. */
export const RuleChainFile = z.strictObject({
  ruleChain: z.strictObject({
    name: z.string().min(1),
    type: z.literal('CORE'),
    firstRuleNodeId: reference,
    root: z.literal(false),
    debugMode: z.literal(false),
    configuration: z.null(),
    additionalInfo: z.strictObject({ description: z.string() }),
  }),
  metadata: z.strictObject({
    firstNodeIndex: most,
    nodes: z.array(RuleNode),
    connections: z.array(
      z.strictObject({
        fromIndex: most,
        toIndex: most,
        /** What the switch calls a kind of message. */
        type: z.enum(['Post telemetry', 'Post attributes', 'RPC Request to Device']),
      }),
    ),
    ruleChainConnections: z.null(),
  }),
})

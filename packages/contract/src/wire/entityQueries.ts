/** @file Queries over many entities at once: which of them, in which order, with which fields and values. */
import * as z from 'zod/mini'
import { bodyText } from './fields.ts'
import { EntityRef, EntityType, Uuid } from './ids.ts'
import { tolerantRow } from './tolerant.ts'

/** Longest part of a wrong value that an error shows, characters. */
const SHOWN = 60

const shown = (value: unknown): string =>
  value === undefined ? 'it is missing' : `it is ${(JSON.stringify(value) ?? 'odd').slice(0, SHOWN)}`

/** Returns an error that says what a member is and what it must be. */
export const mustBe =
  (wanted: string) =>
  ({ input }: { readonly input?: unknown }): string =>
    `${shown(input)}; it must be ${wanted}`

/** Error of a union whose members differ by `type`. */
const mustHaveType = (types: string) => (issue: { readonly input?: unknown }) => {
  const { input } = issue
  const isObject = typeof input === 'object' && input !== null
  return mustBe(isObject ? types : 'an object')({ input: isObject && 'type' in input ? input.type : undefined })
}

/** Schema of an enumeration, with an error that lists its members. */
export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, { error: mustBe(`one of ${words.join(', ')}`) })

/**
 * Where the value of a key is: a field of the entity, its latest telemetry, an attribute of one scope, or (`ATTRIBUTE`)
 * of whichever scope was written last. Only queries for alarms have `ALARM_FIELD`.
 */
const KeyType = oneOf([
  'ENTITY_FIELD',
  'TIME_SERIES',
  'SERVER_ATTRIBUTE',
  'SHARED_ATTRIBUTE',
  'CLIENT_ATTRIBUTE',
  'ATTRIBUTE',
  'ALARM_FIELD',
])

/** The name of a field or value of an entity. */
export const EntityKey = z.object({ type: KeyType, key: z.string({ error: mustBe('the name of a field or value') }) })
export type EntityKey = z.infer<typeof EntityKey>

/** An attribute of the server scope of the caller's tenant, customer or account. */
const DynamicValue = z.object({
  sourceType: oneOf(['CURRENT_TENANT', 'CURRENT_CUSTOMER', 'CURRENT_USER']),
  sourceAttribute: z.string({ error: mustBe('the name of an attribute') }),
})
export type DynamicValue = z.infer<typeof DynamicValue>

/**
 * Returns the schema of what a predicate compares with: `userValue`, else the attribute that `dynamicValue` names, else
 * `defaultValue`.
 */
const comparedWith = <S extends z.core.$ZodType>(schema: S) =>
  z.object(
    { defaultValue: z.nullish(schema), userValue: z.nullish(schema), dynamicValue: z.nullish(DynamicValue) },
    { error: mustBe('an object with a defaultValue') },
  )

const NUMBER_TEXT = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?\s*$/i
const number = z.pipe(
  z.union([z.number(), z.string().check(z.regex(NUMBER_TEXT, { error: mustBe('a number') }))], {
    error: mustBe('a number'),
  }),
  z.transform(Number),
)
const truth = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false'])], { error: mustBe('true or false') }),
  z.transform((sent) => sent === true || sent === 'true'),
)

const StringPredicate = z.object({
  type: z.literal('STRING'),
  operation: oneOf(['EQUAL', 'NOT_EQUAL', 'STARTS_WITH', 'ENDS_WITH', 'CONTAINS', 'NOT_CONTAINS', 'IN', 'NOT_IN']),
  value: comparedWith(bodyText),
  ignoreCase: z.nullish(truth),
})
const NumericPredicate = z.object({
  type: z.literal('NUMERIC'),
  operation: oneOf(['EQUAL', 'NOT_EQUAL', 'GREATER', 'LESS', 'GREATER_OR_EQUAL', 'LESS_OR_EQUAL']),
  value: comparedWith(number),
})
const BooleanPredicate = z.object({
  type: z.literal('BOOLEAN'),
  operation: oneOf(['EQUAL', 'NOT_EQUAL']),
  value: comparedWith(truth),
})
const ComplexPredicate = z.object({
  type: z.literal('COMPLEX'),
  operation: oneOf(['AND', 'OR']),
  get predicates(): z.ZodMiniArray<z.ZodMiniType<Predicate>> {
    return z.array(Predicate, { error: mustBe('a list of predicates') })
  },
})

/** A condition on a text; `IN` and `NOT_IN` compare with a list separated by commas. */
export type StringPredicate = z.infer<typeof StringPredicate>
/** A condition on a number. */
export type NumericPredicate = z.infer<typeof NumericPredicate>
/** A condition on a boolean. */
export type BooleanPredicate = z.infer<typeof BooleanPredicate>
/** A condition on the value of a key; a complex one joins several by its operation. */
export type Predicate =
  | StringPredicate
  | NumericPredicate
  | BooleanPredicate
  | { type: 'COMPLEX'; operation: 'AND' | 'OR'; predicates: Predicate[] }

const Predicate = z.discriminatedUnion(
  'type',
  [StringPredicate, NumericPredicate, BooleanPredicate, ComplexPredicate],
  { error: mustHaveType('STRING, NUMERIC, BOOLEAN or COMPLEX') },
)

/** A condition on one key. */
const KeyFilter = z.object({ key: EntityKey, predicate: Predicate })
export type KeyFilter = z.infer<typeof KeyFilter>

const anyEntityType = mustBe('a type of entity')

/** An entity by its id, or one that the caller has. */
const SingleEntity = z.object({
  entityType: z.enum(
    [...EntityType.options, 'CURRENT_CUSTOMER', 'CURRENT_TENANT', 'CURRENT_USER', 'CURRENT_USER_OWNER'],
    { error: anyEntityType },
  ),
  id: z.nullish(Uuid),
})
export type SingleEntity = z.infer<typeof SingleEntity>
/** Names of types, of entities or of alarms. */
export const names = z.nullish(z.array(z.string({ error: mustBe('a name') }), { error: mustBe('a list of names') }))
const name = z.nullish(z.string({ error: mustBe('a text') }))

/**
 * Entities to find. A name filter is the beginning of a name in any case, or a complete pattern if it begins
 * or ends with `%`.
 */
const EntityFilter = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.literal('entityType'),
      entityType: z.enum(EntityType.options, {
        error: ({ input }) => (input == null ? 'Entity type is required' : anyEntityType({ input })),
      }),
    }),
    z.object({
      type: z.literal('deviceType'),
      deviceTypes: names,
      // What older clients send instead.
      deviceType: name,
      deviceNameFilter: name,
    }),
    z.object({ type: z.literal('assetType'), assetTypes: names, assetType: name, assetNameFilter: name }),
    z.object({
      type: z.literal('entityList'),
      entityType: z.enum(EntityType.options, { error: anyEntityType }),
      entityList: z
        .array(Uuid, { error: mustBe('a list of ids') })
        .check(z.minLength(1, { error: 'it is empty; give the id of an entity, or ask for nothing' })),
    }),
    z.object({ type: z.literal('singleEntity'), singleEntity: SingleEntity }),
  ],
  {
    error: (issue) =>
      issue.input == null
        ? 'Query entity filter must be specified.'
        : mustHaveType('entityType, deviceType, assetType, entityList or singleEntity')(issue),
  },
)
export type EntityFilter = z.infer<typeof EntityFilter>

/** Largest page number and page size: ThingsBoard has 32-bit integers here. */
const MAX_INT32 = 2_147_483_647

/** Returns the schema of a page number or size. A missing one counts as 0. */
function count(subject: string, minimum: number, rule: string) {
  const refuse = ({ input = 0 }: { readonly input?: unknown }): string =>
    `Incorrect entity data page link ${subject} '${String(input).slice(0, SHOWN)}'. ${rule}`
  return z.int({ error: refuse }).check(z.minimum(minimum, { error: refuse }), z.maximum(MAX_INT32, { error: refuse }))
}

const SORT_FIELD = /^[\w-]+$/

/** Which rows of the result are sent. Rows without `sortOrder` come in the order of their creation. */
const EntityPageLink = z.object(
  {
    pageSize: count('page size', 1, 'Page size must be greater than zero.'),
    page: z._default(count('page', 0, 'Page must be positive integer.'), 0),
    textSearch: name,
    sortOrder: z.nullish(
      z.object({
        key: EntityKey.check(
          z.refine(({ type, key }) => type !== 'ENTITY_FIELD' || SORT_FIELD.test(key), {
            error: 'Invalid entity data page link sort property',
          }),
        ),
        direction: z.nullish(oneOf(['ASC', 'DESC'])),
      }),
    ),
  },
  { error: 'Entity Data Page link must be specified.' },
)

const keys = z.nullish(z.array(EntityKey, { error: mustBe('a list of keys') }))

/** A query that counts. What else a query that finds has is passed over. */
export const EntityCountQuery = z.object({
  entityFilter: EntityFilter,
  keyFilters: z.nullish(z.array(KeyFilter, { error: mustBe('a list of filters') })),
  keyFiltersOperation: z.nullish(oneOf(['AND', 'OR'])),
})
export type EntityCountQuery = z.infer<typeof EntityCountQuery>

/** A query that finds entities with fields and values of each. */
export const EntityDataQuery = z.extend(EntityCountQuery, {
  pageLink: EntityPageLink,
  entityFields: keys,
  latestValues: keys,
})
export type EntityDataQuery = z.infer<typeof EntityDataQuery>

/** A value as text with its time, epoch milliseconds; both empty (0 and '') for a missing value. */
const TimedText = z.object({ ts: z.number(), value: z.string() })

/** A found entity: values by type and name of their keys. */
export const EntityData = tolerantRow(
  'a found entity',
  z.object({ entityId: EntityRef, latest: z.record(z.string(), z.record(z.string(), TimedText)) }),
  { latest: () => ({}) },
)
export type EntityData = z.infer<typeof EntityData>

/** Keys of rollouts, apart from their schema, which few readers need. */

/** Type of the assets that are rollouts. */
export const ROLLOUT_TYPE = 'rollout'

/** The most junctions of one rollout, so that it fits into the notes of an asset. */
export const MOST_JUNCTIONS = 500

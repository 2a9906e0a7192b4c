/** Changes a user's rules of notification apart from the form: browsers that get web push, test messages. */
import { type NotifyRules, parseNotifyRules } from '@greenwave/contract/records/notify'
import type { User } from '@greenwave/contract/wire/users'
import { mutationOptions } from '@tanstack/react-query'
import { callUsers } from '../userApi.ts'
import { rulesUpdate } from '../userUpdate.ts'
import { userQuery } from './users.ts'

/** A change of the rules as they are stored now. */
export interface RulesChange {
  readonly userId: string
  /** The rules of a user who has none yet; its zone is that of rules that name none. */
  readonly standard: NotifyRules
  readonly change: (rules: NotifyRules) => NotifyRules
}

/** Reads the user, changes the rules, and saves the user, whose other members stay. Returns the saved user. */
export const changeRulesMutation = mutationOptions({
  mutationFn: async ({ userId, standard, change }: RulesChange): Promise<User> => {
    const user = await callUsers('user', { params: { userId } })
    const rules = change(parseNotifyRules(user.additionalInfo, standard.timeZone) ?? standard)
    return callUsers('saveUser', { query: { sendActivationMail: 'false' }, body: rulesUpdate(user, rules) })
  },
  onSuccess: (_user, { userId }, _result, { client }) => client.invalidateQueries(userQuery(userId)),
})

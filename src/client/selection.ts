/**
 * Types of selections: which members a response has, computed from `opt_fields`. There is no code here.
 *
 * A schema describes all members of a type of object, and which of them belong to its forms. Objects inside objects are
 * schemas again.
 */

export declare const forms: unique symbol

/** The forms of a type: the members in lists and inside other objects, and those that only `opt_fields` shows. */
export interface SchemaForms {
  compact: string
  hidden: string
  /** The members of an object that is named without its members. */
  bare: string
}

export interface ObjectSchema {
  readonly [forms]: SchemaForms
}

type MemberName<T> = keyof T & string

/** A type without the mark of a schema: objects inside it have their compact form. */
type Members<T, K> = { [M in keyof T as M extends K & string ? M : never]: Compact<T[M]> }

/** The form of an object in a list or inside another object. */
export type Compact<T> = T extends readonly (infer E)[]
  ? Compact<E>[]
  : T extends ObjectSchema
    ? Members<T, T[typeof forms]['compact']>
    : T

/** The form of a single object. */
export type Full<T> = T extends ObjectSchema ? Members<T, Exclude<MemberName<T>, T[typeof forms]['hidden']>> : T

type Bare<T> = T extends readonly (infer E)[]
  ? Bare<E>[]
  : T extends ObjectSchema
    ? Members<T, T[typeof forms]['bare']>
    : T

type Head<P> = P extends `${infer H}.${string}` ? H : P
type Below<P, K extends string> = P extends `${K}.${infer R}` ? R : never

/** An object with the members that the paths select, and its gid. */
export type Selected<T, P extends string> = T extends readonly (infer E)[]
  ? Selected<E, P>[]
  : T extends ObjectSchema
    ? { [M in keyof T as M extends Head<P> | 'gid' ? (M extends string ? M : never) : never]: MemberValue<T[M], P, M> }
    : T extends object
      ? { [M in keyof T as M extends Head<P> ? M : never]: MemberValue<T[M], P, M> }
      : T

type MemberValue<V, P, M> = [Below<P, M & string>] extends [never] ? Bare<V> : Selected<V, Below<P, M & string>>

/** The object that a value is or contains. */
type Target<T> = T extends readonly (infer E)[] ? Target<E> : T extends object ? T : never

type Joined<M extends string, P> = P extends string ? `${M}.${P}` : never
type Third<T> = T extends object
  ? { [M in MemberName<T>]: [Target<T[M]>] extends [never] ? M : M | `${M}.${string & {}}` }[MemberName<T>]
  : never
type Second<T> = T extends object ? { [M in MemberName<T>]: M | Joined<M, Third<Target<T[M]>>> }[MemberName<T>] : never

/** The paths of a type for `opt_fields`: checked to the third member; what follows it is any text. */
export type Path<T> = T extends object
  ? { [M in MemberName<T>]: M | Joined<M, Second<Target<T[M]>>> }[MemberName<T>]
  : never

/** The result of an operation: the selected members, or the form that it has without a selection. */
export type Result<T, P extends string, F> = [P] extends [never] ? F : Selected<T, P>

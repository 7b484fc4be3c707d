interface Person {
  user_id: string;
  name?: string | null;
  email?: string | null;
}

/** Returns what people call a person. */
export function personName({ name, email, user_id: id }: Person): string {
  return name ?? email ?? id;
}

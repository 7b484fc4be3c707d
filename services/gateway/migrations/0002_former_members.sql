-- A member can be removed. Their keys stay, revoked, so that operators can list them: a key no longer needs a membership.

alter table api_keys drop constraint api_key_of_member;

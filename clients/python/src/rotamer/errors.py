"""All errors that this library raises on purpose."""

from __future__ import annotations

from typing import Any


class RotamerError(Exception):
    """The base class of all errors. They can be pickled, so worker processes can raise them."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.args), self.__dict__


def _restored(kind: type[RotamerError], args: tuple[Any, ...]) -> RotamerError:
    error = kind.__new__(kind)
    error.args = args
    return error


class ConnectionFailedError(RotamerError):
    """No response: the network failed, or nothing arrived in time."""


class UnexpectedResponseError(RotamerError):
    """A response that is not from the API: a redirect, a login page, an empty body, JSON about another resource."""


class WaitTimeoutError(RotamerError):
    """The time limit of a wait has passed. The job continues; `job_id` finds it again."""

    def __init__(self, job_id: str, seconds: float) -> None:
        super().__init__(f"Job {job_id} has not ended after {seconds:g} s; it is still running.")
        self.job_id = job_id


class ChecksumError(RotamerError):
    """Downloaded bytes do not have the SHA-256 that the result names."""


class ApiError(RotamerError):
    """The API refused a request. Each kind of error has its own class; this class is for all other codes."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        resolution: str | None = None,
        details: Any = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        #: HTTP status.
        self.status = status
        self.code = code
        #: How to resolve the error.
        self.resolution = resolution
        #: Structured details, depending on the code.
        self.details = details
        #: Identifies the request in the logs of the service.
        self.request_id = request_id
        #: Seconds to wait before the next request.
        self.retry_after = retry_after

    def __str__(self) -> str:
        return f"{self.message} {self.resolution}" if self.resolution else self.message


class ValidationError(ApiError):
    """The request is invalid."""

    @property
    def problems(self) -> list[dict[str, str]]:
        """Every problem, with the path of the field."""
        return self.details.get("errors", []) if isinstance(self.details, dict) else []


class AuthenticationError(ApiError):
    """The key is missing, wrong, expired or revoked."""


class PermissionDeniedError(ApiError):
    """The key lacks a scope, or its user a role."""


class PaidPlanRequiredError(ApiError):
    pass


class InsufficientCreditsError(ApiError):
    pass


class BudgetExceededError(ApiError):
    """A budget has not so much left; `details["budget"]` names it. Nothing was charged."""


class DailyLimitError(ApiError):
    pass


class ConcurrencyLimitError(ApiError):
    """The workspace has reached its limit of active jobs."""


class StorageQuotaError(ApiError):
    pass


class NotFoundError(ApiError):
    pass


class ConflictError(ApiError):
    """The resource is in a state that does not allow this."""


class PriceChangedError(ApiError):
    """The price is higher than `max_quoted_credits`; nothing was charged."""


class NotCompletedError(ApiError):
    """The job has no results yet."""


class RateLimitError(ApiError):
    pass


class ServerError(ApiError):
    """An internal error of the service."""


class ResyncRequiredError(ApiError):
    """Events are missing: they are kept no more. Read the present state of what you follow, then go on after `cursor`."""

    @property
    def cursor(self) -> str | None:
        """The place in the feed after which to go on."""
        return self.details.get("cursor") if isinstance(self.details, dict) else None


class UnavailableError(ApiError):
    """The service is overloaded or being restarted."""


_CLASSES: dict[str, type[ApiError]] = {
    "invalid_json": ValidationError,
    "validation_error": ValidationError,
    "payload_too_large": ValidationError,
    "unsupported_media_type": ValidationError,
    "range_not_satisfiable": ValidationError,
    "unauthorized": AuthenticationError,
    "forbidden": PermissionDeniedError,
    "paid_plan_required": PaidPlanRequiredError,
    "insufficient_credits": InsufficientCreditsError,
    "budget_exceeded": BudgetExceededError,
    "daily_limit_exceeded": DailyLimitError,
    "concurrent_job_limit_exceeded": ConcurrencyLimitError,
    "storage_quota_exceeded": StorageQuotaError,
    "not_found": NotFoundError,
    "conflict": ConflictError,
    "price_changed": PriceChangedError,
    "job_not_completed": NotCompletedError,
    "resync_required": ResyncRequiredError,
    "rate_limited": RateLimitError,
    "internal_error": ServerError,
    "service_unavailable": UnavailableError,
}


#: For responses of proxies, which have no code.
_BY_STATUS: dict[int, type[ApiError]] = {
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    413: ValidationError,
    429: RateLimitError,
}


def class_of(code: str, status: int) -> type[ApiError]:
    """Returns the class of error for a response: by its code, else by its status."""
    return _CLASSES.get(code) or _BY_STATUS.get(status) or (ServerError if status >= 500 else ApiError)
